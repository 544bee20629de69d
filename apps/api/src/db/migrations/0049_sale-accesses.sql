CREATE TABLE "sale_accesses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_accesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sale_id" integer NOT NULL,
	"reader_rut" varchar(12) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"holder_rut" varchar(12) NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"given_by" integer NOT NULL,
	"last_day" date,
	"revoked_at" timestamp with time zone,
	"revoked_by" integer,
	CONSTRAINT "sale_accesses_kind" CHECK ("sale_accesses"."kind" in ('co_holder', 'representative')),
	CONSTRAINT "sale_accesses_reader_rut" CHECK ("sale_accesses"."reader_rut" ~ '^[1-9][0-9]*-[0-9K]$'),
	CONSTRAINT "sale_accesses_other_person" CHECK ("sale_accesses"."reader_rut" <> "sale_accesses"."holder_rut")
);
--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_accesses" ADD CONSTRAINT "sale_accesses_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_accesses_once" ON "sale_accesses" USING btree ("sale_id","reader_rut") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "sale_accesses_reader" ON "sale_accesses" USING btree ("reader_rut") WHERE revoked_at is null;