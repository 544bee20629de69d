CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"subject" varchar(500) NOT NULL,
	"date" date,
	"load_id" integer NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"retracted_at" timestamp with time zone,
	"email_id" integer,
	CONSTRAINT "news_kind" CHECK ("news"."kind" in ('deed', 'payment', 'due_soon', 'overdue'))
);
--> statement-breakpoint
CREATE TABLE "news_emails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"load_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"failure" varchar(500) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_emails_state" CHECK ("news_emails"."state" in ('waiting', 'queued', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "news_loads" (
	"load_id" integer PRIMARY KEY NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_deed_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_payment_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_due_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_load_id_news_loads_load_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."news_loads"("load_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_email_id_news_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."news_emails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_emails" ADD CONSTRAINT "news_emails_load_id_news_loads_load_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."news_loads"("load_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_emails" ADD CONSTRAINT "news_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "news_once" ON "news" USING btree ("user_id","sale_code","kind",md5("subject"));--> statement-breakpoint
CREATE INDEX "news_load" ON "news" USING btree ("load_id");--> statement-breakpoint
CREATE INDEX "news_email" ON "news" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "news_emails_load" ON "news_emails" USING btree ("load_id","id");--> statement-breakpoint
CREATE INDEX "news_emails_user" ON "news_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "news_emails_waiting" ON "news_emails" USING btree ("load_id","id") WHERE state = 'waiting';