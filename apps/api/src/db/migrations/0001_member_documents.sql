CREATE TABLE "member_document_reads" (
	"document_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"first_opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_document_reads_document_id_user_id_pk" PRIMARY KEY("document_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "member_document_versions" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"member_document_id" integer NOT NULL,
	"version" integer NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sale_id" integer NOT NULL,
	"category" varchar(20) NOT NULL,
	"title" varchar(200) NOT NULL,
	"date" date NOT NULL,
	"visible_from" date NOT NULL,
	"visible_to_co_holder" boolean NOT NULL,
	"published_by" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" integer,
	"reason" varchar(1000) DEFAULT '' NOT NULL,
	CONSTRAINT "member_documents_category" CHECK ("member_documents"."category" in ('reservation', 'deed', 'payments', 'certificates', 'plans', 'other'))
);
--> statement-breakpoint
ALTER TABLE "member_document_reads" ADD CONSTRAINT "member_document_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_document_reads" ADD CONSTRAINT "member_document_reads_version_fk" FOREIGN KEY ("document_id") REFERENCES "public"."member_document_versions"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_document_versions" ADD CONSTRAINT "member_document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_document_versions" ADD CONSTRAINT "member_document_versions_member_document_fk" FOREIGN KEY ("member_document_id") REFERENCES "public"."member_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_documents" ADD CONSTRAINT "member_documents_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_documents" ADD CONSTRAINT "member_documents_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_documents" ADD CONSTRAINT "member_documents_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_document_reads_user" ON "member_document_reads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_document_versions_number" ON "member_document_versions" USING btree ("member_document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "member_document_versions_current" ON "member_document_versions" USING btree ("member_document_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "member_documents_sale" ON "member_documents" USING btree ("sale_id","date");--> statement-breakpoint
CREATE INDEX "member_documents_publisher" ON "member_documents" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "member_documents_withdrawer" ON "member_documents" USING btree ("withdrawn_by");