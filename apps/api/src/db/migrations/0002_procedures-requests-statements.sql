CREATE TABLE "own_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" varchar(200) DEFAULT '' NOT NULL,
	"is_closed" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"storage_key" varchar(100) NOT NULL,
	"state" varchar(10) DEFAULT 'arriving' NOT NULL,
	"name" varchar(255) NOT NULL,
	"type" varchar(50) NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"sha256" char(64) DEFAULT '' NOT NULL,
	"uploaded_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_state" CHECK ("documents"."state" in ('arriving', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "procedures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "procedures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(200) NOT NULL,
	"description" varchar(5000) NOT NULL,
	"documents" text[] DEFAULT '{}' NOT NULL,
	"answer_hours" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "answer_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" varchar(200) NOT NULL,
	"body" varchar(5000) NOT NULL,
	CONSTRAINT "answer_templates_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "request_documents" (
	"request_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"position" integer,
	"review" varchar(10) DEFAULT 'pending' NOT NULL,
	"reason" varchar(1000) DEFAULT '' NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "request_documents_request_id_document_id_pk" PRIMARY KEY("request_id","document_id"),
	CONSTRAINT "request_documents_document_id_unique" UNIQUE("document_id"),
	CONSTRAINT "request_documents_review" CHECK ("request_documents"."review" in ('pending', 'accepted', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "request_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"actor_id" integer NOT NULL,
	"text" varchar(5000) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_id" integer NOT NULL,
	"procedure_id" integer NOT NULL,
	"procedure_title" varchar(200) NOT NULL,
	"procedure_description" varchar(5000) NOT NULL,
	"required_documents" text[] NOT NULL,
	"answer_hours" integer NOT NULL,
	"state" varchar(20) DEFAULT 'draft' NOT NULL,
	"comment" varchar(5000) DEFAULT '' NOT NULL,
	"answer" varchar(5000) DEFAULT '' NOT NULL,
	"assignee_id" integer,
	"sent_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_with_key" varchar(200),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requests_state" CHECK ("requests"."state" in ('draft', 'sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled')),
	CONSTRAINT "requests_sent_at" CHECK (("requests"."state" = 'draft') = ("requests"."sent_at" is null))
);
--> statement-breakpoint
CREATE TABLE "issued_statements" (
	"folio" varchar(20) PRIMARY KEY NOT NULL,
	"sale_id" integer,
	"user_id" integer NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"content_hash" char(64) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_request_letters" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_documents" ADD CONSTRAINT "request_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_events" ADD CONSTRAINT "request_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_procedure_id_procedures_id_fk" FOREIGN KEY ("procedure_id") REFERENCES "public"."procedures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_statements" ADD CONSTRAINT "issued_statements_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_statements" ADD CONSTRAINT "issued_statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_uploaded_by" ON "documents" USING btree ("uploaded_by","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "request_documents_position" ON "request_documents" USING btree ("request_id","position") WHERE replaced_at is null and position is not null;--> statement-breakpoint
CREATE INDEX "request_events_request" ON "request_events" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_created_with_key" ON "requests" USING btree ("user_id","created_with_key");--> statement-breakpoint
CREATE INDEX "requests_user" ON "requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "requests_sale" ON "requests" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "requests_queue" ON "requests" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "requests_assignee" ON "requests" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "issued_statements_sale" ON "issued_statements" USING btree ("sale_id");