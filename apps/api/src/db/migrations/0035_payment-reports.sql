CREATE TABLE "payment_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_id" integer NOT NULL,
	"paid_on" date NOT NULL,
	"amount" numeric(14, 0) NOT NULL,
	"comment" varchar(250) DEFAULT '' NOT NULL,
	"state" varchar(20) DEFAULT 'reported' NOT NULL,
	"reason" varchar(1000) DEFAULT '' NOT NULL,
	"receipt_id" integer,
	"receipt_sha256" char(64),
	"payment_key" varchar(500),
	"handled_by" integer,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_reports_receipt_id_unique" UNIQUE("receipt_id"),
	CONSTRAINT "payment_reports_state" CHECK ("payment_reports"."state" in ('reported', 'confirmed', 'declined', 'cancelled')),
	CONSTRAINT "payment_reports_amount" CHECK ("payment_reports"."amount" > 0),
	CONSTRAINT "payment_reports_closed_at" CHECK (("payment_reports"."state" = 'reported') = ("payment_reports"."closed_at" is null)),
	CONSTRAINT "payment_reports_payment_key" CHECK (("payment_reports"."state" = 'confirmed') = ("payment_reports"."payment_key" is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_receipt_id_documents_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_once" ON "payment_reports" USING btree ("user_id","sale_id","paid_on","amount","receipt_sha256") WHERE state in ('reported', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_payment_once" ON "payment_reports" USING btree ("sale_id","payment_key") WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_reports_user" ON "payment_reports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payment_reports_sale" ON "payment_reports" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "payment_reports_queue" ON "payment_reports" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "payment_reports_handler" ON "payment_reports" USING btree ("handled_by");