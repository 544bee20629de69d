CREATE TABLE "payment_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sale_id" integer NOT NULL,
	"choice" varchar(10) NOT NULL,
	"state" varchar(12) DEFAULT 'created' NOT NULL,
	"pesos" numeric(12, 0) NOT NULL,
	"uf" numeric(14, 4) NOT NULL,
	"uf_value" numeric(10, 2) NOT NULL,
	"uf_date" date NOT NULL,
	"folio" varchar(26) NOT NULL,
	"session_id" varchar(61) NOT NULL,
	"token" varchar(64),
	"redirect_url" varchar(300) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"commit_started_at" timestamp with time zone,
	"authorized_at" timestamp with time zone,
	"authorization_code" varchar(10) DEFAULT '' NOT NULL,
	"card_type" varchar(2) DEFAULT '' NOT NULL,
	"card_digits" varchar(4) DEFAULT '' NOT NULL,
	"instalments" smallint DEFAULT 0 NOT NULL,
	"refund_reason" varchar(500) DEFAULT '' NOT NULL,
	"refunded_by" integer,
	"refunded_at" timestamp with time zone,
	"payment_key" varchar(500),
	"recorded_on" date,
	CONSTRAINT "payment_orders_folio_unique" UNIQUE("folio"),
	CONSTRAINT "payment_orders_token_unique" UNIQUE("token"),
	CONSTRAINT "payment_orders_state" CHECK ("payment_orders"."state" in ('created', 'sent', 'authorized', 'rejected', 'aborted', 'expired', 'unknown', 'refunded')),
	CONSTRAINT "payment_orders_pesos" CHECK ("payment_orders"."pesos" > 0),
	CONSTRAINT "payment_orders_authorized" CHECK (("payment_orders"."state" in ('authorized', 'refunded')) = ("payment_orders"."authorized_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_refunded_by_users_id_fk" FOREIGN KEY ("refunded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_open" ON "payment_orders" USING btree ("sale_id") WHERE state in ('created', 'sent', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_payment_once" ON "payment_orders" USING btree ("sale_id","payment_key") WHERE payment_key is not null;--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payment_orders_sale" ON "payment_orders" USING btree ("sale_id","id");--> statement-breakpoint
CREATE INDEX "payment_orders_state_id" ON "payment_orders" USING btree ("state","id");