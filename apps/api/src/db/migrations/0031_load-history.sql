CREATE TABLE "load_changes" (
	"load_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"before" jsonb,
	"after" text,
	CONSTRAINT "load_changes_load_id_sale_code_pk" PRIMARY KEY("load_id","sale_code"),
	CONSTRAINT "load_changes_kind" CHECK ("load_changes"."kind" in ('added', 'changed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "load_confirmations" (
	"load_id" integer NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"is_sample" boolean NOT NULL,
	"sale_ids" integer[] NOT NULL,
	CONSTRAINT "load_confirmations_load_id_as_of_is_sample_pk" PRIMARY KEY("load_id","as_of","is_sample")
);
--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "cutoff" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "announced" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "added" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "changed" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "unchanged" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "rejected" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "loads" ALTER COLUMN "withdrawn" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "commitments" ALTER COLUMN "amount_in_pesos" SET DATA TYPE numeric(18, 4);--> statement-breakpoint
ALTER TABLE "sale_holders" ALTER COLUMN "income" SET DATA TYPE numeric(18, 4);--> statement-breakpoint
ALTER TABLE "sale_holders" ALTER COLUMN "fee_income" SET DATA TYPE numeric(18, 4);--> statement-breakpoint
ALTER TABLE "sale_holders" ALTER COLUMN "rental_income" SET DATA TYPE numeric(18, 4);--> statement-breakpoint
ALTER TABLE "sale_holders" ALTER COLUMN "average_income" SET DATA TYPE numeric(18, 4);--> statement-breakpoint
ALTER TABLE "load_rejects" ADD COLUMN "file" varchar(100) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "state" varchar(10) DEFAULT 'applied' NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "loaded_by" integer;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "new_accounts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "broken_rules" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_sales" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_procedures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "sample_documents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "refusal_code" varchar(30);--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "is_restorable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "undone_by" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "load_changes" ADD CONSTRAINT "load_changes_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_confirmations" ADD CONSTRAINT "load_confirmations_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_loaded_by_users_id_fk" FOREIGN KEY ("loaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "load_rejects_load" ON "load_rejects" USING btree ("load_id","line");--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_state" CHECK ("loads"."state" in ('tried', 'applied', 'refused', 'undone'));