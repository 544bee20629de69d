CREATE TABLE "account_links" (
	"token_hash" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('activate', 'restore', 'confirm'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" varchar(64) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "load_rejects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "load_rejects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"load_id" integer NOT NULL,
	"line" integer NOT NULL,
	"sale_code" varchar(500),
	"field" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "loads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"cutoff" timestamp with time zone NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"announced" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"rejected" integer NOT NULL,
	"withdrawn" integer NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"sale_id" integer NOT NULL,
	"kind" varchar(20) NOT NULL,
	"amount" numeric(14, 4),
	"amount_in_pesos" numeric(14, 0),
	"share" numeric(11, 10),
	"document_type" varchar(500) DEFAULT '' NOT NULL,
	"last_paid_on" date,
	"paid" numeric(14, 4),
	"paid_share" numeric(11, 10),
	"pending_instalments" integer,
	CONSTRAINT "commitments_sale_id_kind_pk" PRIMARY KEY("sale_id","kind"),
	CONSTRAINT "commitments_kind" CHECK ("commitments"."kind" in ('reservation', 'instalments', 'debt', 'cash', 'mortgage')),
	CONSTRAINT "commitments_share" CHECK ("commitments"."share" between 0 and 1),
	CONSTRAINT "commitments_paid_share" CHECK ("commitments"."paid_share" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "deed_trackings" (
	"sale_id" integer PRIMARY KEY NOT NULL,
	"lender" varchar(500) DEFAULT '' NOT NULL,
	"drafted_on" date,
	"buyer_signed_on" date,
	"seller_signed_on" date,
	"releasing_bank_signed_on" date,
	"entered_lender_on" date,
	"lender_signed_on" date,
	"closed_on" date,
	"entered_registry_on" date,
	"left_registry_on" date
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"sale_id" integer NOT NULL,
	"position" integer NOT NULL,
	"due_on" date,
	"amount" numeric(14, 4),
	"balance" numeric(14, 4),
	"state" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "instalments_sale_id_position_pk" PRIMARY KEY("sale_id","position")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"sale_id" integer NOT NULL,
	"key" varchar(500) NOT NULL,
	"position" integer NOT NULL,
	"amount" numeric(14, 4),
	"deposited_on" date,
	"document_type" varchar(500) DEFAULT '' NOT NULL,
	"receipt_url" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "payments_sale_id_key_pk" PRIMARY KEY("sale_id","key")
);
--> statement-breakpoint
CREATE TABLE "sale_documents" (
	"sale_id" integer PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_holders" (
	"sale_id" integer NOT NULL,
	"role" varchar(10) NOT NULL,
	"full_name" varchar(500) DEFAULT '' NOT NULL,
	"given_names" varchar(500) DEFAULT '' NOT NULL,
	"rut" varchar(500) DEFAULT '' NOT NULL,
	"city" varchar(500) DEFAULT '' NOT NULL,
	"commune" varchar(500) DEFAULT '' NOT NULL,
	"address" varchar(500) DEFAULT '' NOT NULL,
	"profession" varchar(500) DEFAULT '' NOT NULL,
	"marital_status" varchar(500) DEFAULT '' NOT NULL,
	"employer" varchar(500) DEFAULT '' NOT NULL,
	"phone" varchar(500) DEFAULT '' NOT NULL,
	"email" varchar(500) DEFAULT '' NOT NULL,
	"income" numeric(14, 0),
	"fee_income" numeric(14, 0),
	"rental_income" numeric(14, 0),
	"average_income" numeric(14, 0),
	"legal_representative" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "sale_holders_sale_id_role_pk" PRIMARY KEY("sale_id","role"),
	CONSTRAINT "sale_holders_role" CHECK ("sale_holders"."role" in ('holder', 'co_holder'))
);
--> statement-breakpoint
CREATE TABLE "sale_properties" (
	"sale_id" integer NOT NULL,
	"position" integer NOT NULL,
	"type" varchar(500) DEFAULT '' NOT NULL,
	"lot" varchar(500) DEFAULT '' NOT NULL,
	"model" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "sale_properties_sale_id_position_pk" PRIMARY KEY("sale_id","position"),
	CONSTRAINT "sale_properties_at_most_five" CHECK ("sale_properties"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" varchar(500) NOT NULL,
	"holder_rut" varchar(12) NOT NULL,
	"project" varchar(500) DEFAULT '' NOT NULL,
	"condominium" varchar(500) DEFAULT '' NOT NULL,
	"advisor" varchar(500) DEFAULT '' NOT NULL,
	"price" numeric(14, 4),
	"approved_on" date,
	"completed_on" date,
	"content_hash" char(64) NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sales_code_unique" UNIQUE("code"),
	CONSTRAINT "sales_holder_rut_is_canonical" CHECK ("sales"."holder_rut" ~ '^[1-9][0-9]*-[0-9K]$')
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"device_hash" varchar(64) NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "login_tries" (
	"key" varchar(64) PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "group_permissions" (
	"group_id" integer NOT NULL,
	"permission" varchar(100) NOT NULL,
	CONSTRAINT "group_permissions_group_id_permission_pk" PRIMARY KEY("group_id","permission")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(150) NOT NULL,
	CONSTRAINT "groups_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"user_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "user_groups_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rut" varchar(12),
	"first_name" varchar(150) NOT NULL,
	"last_name" varchar(150) DEFAULT '' NOT NULL,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"password_hash" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_rut_is_canonical" CHECK ("users"."rut" ~ '^[1-9][0-9]*-[0-9K]$')
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_rejects" ADD CONSTRAINT "load_rejects_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deed_trackings" ADD CONSTRAINT "deed_trackings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_documents" ADD CONSTRAINT "sale_documents_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_holders" ADD CONSTRAINT "sale_holders_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_properties" ADD CONSTRAINT "sale_properties_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_permissions" ADD CONSTRAINT "group_permissions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sales_holder_rut" ON "sales" USING btree ("holder_rut");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_rut_unique_among_living" ON "users" USING btree ("rut") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique_without_rut" ON "users" USING btree (lower(email)) WHERE rut is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower(email));