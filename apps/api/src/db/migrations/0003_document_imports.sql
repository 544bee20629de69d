CREATE TABLE "document_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"document_id" integer,
	"name" varchar(255) NOT NULL,
	"state" varchar(10) DEFAULT 'checking' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"added" integer,
	"known" integer,
	"rejected" integer,
	"plan" jsonb,
	"failure" text DEFAULT '' NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_imports_state" CHECK ("document_imports"."state" in ('checking', 'checked', 'refused', 'publishing', 'published', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "document_imports" ADD CONSTRAINT "document_imports_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_imports" ADD CONSTRAINT "document_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_imports_document" ON "document_imports" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "document_imports_creator" ON "document_imports" USING btree ("created_by");