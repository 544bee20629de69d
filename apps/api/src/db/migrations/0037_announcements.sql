CREATE TABLE "announcement_emails" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"failure" varchar(500) DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_emails_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id"),
	CONSTRAINT "announcement_emails_state" CHECK ("announcement_emails"."state" in ('waiting', 'queued', 'sent', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "announcement_files" (
	"announcement_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"name" varchar(255) NOT NULL,
	CONSTRAINT "announcement_files_announcement_id_document_id_pk" PRIMARY KEY("announcement_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"announcement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" varchar(10) DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"audience" varchar(12) NOT NULL,
	"project" varchar(500) DEFAULT '' NOT NULL,
	"condominium" varchar(500) DEFAULT '' NOT NULL,
	"sends_email" boolean DEFAULT false NOT NULL,
	"visible_until" date,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "announcements_state" CHECK ("announcements"."state" in ('draft', 'published', 'withdrawn')),
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" in ('all', 'project', 'condominium')),
	CONSTRAINT "announcements_published" CHECK ((state = 'draft') = (published_at is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_announcement_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_emails" ADD CONSTRAINT "announcement_emails_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_emails" ADD CONSTRAINT "announcement_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_files" ADD CONSTRAINT "announcement_files_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_files" ADD CONSTRAINT "announcement_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_emails_user" ON "announcement_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcement_emails_waiting" ON "announcement_emails" USING btree ("announcement_id","user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "announcement_files_document" ON "announcement_files" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_published_at" ON "announcements" USING btree ("published_at","id") WHERE state = 'published';