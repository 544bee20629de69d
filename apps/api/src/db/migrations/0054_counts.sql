CREATE TABLE "audience_counts" (
	"audience" varchar(12) NOT NULL,
	"project" varchar(500) NOT NULL,
	"condominium" varchar(500) NOT NULL,
	"people" integer NOT NULL,
	"emails" integer NOT NULL,
	"without_account" integer NOT NULL,
	CONSTRAINT "audience_counts_audience_project_condominium_pk" PRIMARY KEY("audience","project","condominium")
);
--> statement-breakpoint
CREATE TABLE "answer_counts" (
	"month" varchar(7) NOT NULL,
	"procedure_id" integer NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"timed" integer DEFAULT 0 NOT NULL,
	"late" integer DEFAULT 0 NOT NULL,
	"worked_minutes" bigint DEFAULT 0 NOT NULL,
	"helped" integer DEFAULT 0 NOT NULL,
	"not_helped" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answer_hours" (
	"month" varchar(7) NOT NULL,
	"procedure_id" integer NOT NULL,
	"tenths" integer NOT NULL,
	"answers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"counter" varchar(40) NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "answer_counts_month" ON "answer_counts" USING btree ("month","procedure_id");--> statement-breakpoint
CREATE INDEX "answer_hours_month" ON "answer_hours" USING btree ("month","procedure_id","tenths");--> statement-breakpoint
CREATE INDEX "row_counts_key" ON "row_counts" USING btree ("counter","key");--> statement-breakpoint
CREATE INDEX "payment_reports_by_queue" ON "payment_reports" USING btree ((payment_reports.state <> 'reported'),(case payment_reports.state when 'reported'
  then payment_reports.id else -payment_reports.id end),"id");--> statement-breakpoint
CREATE INDEX "requests_open" ON "requests" USING btree ("state","due_at","assignee_id","sent_at") WHERE requests.state in ('sent', 'in_review', 'missing');--> statement-breakpoint
CREATE INDEX "sales_code_start" ON "sales" USING btree (fold_text(code) collate "C");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (spanish_order(first_name || ' ' || last_name) collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_rut_start" ON "users" USING btree (folded_rut collate "C") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","invited_at") WHERE erased_at is null;