CREATE TABLE "load_findings" (
	"load_id" integer NOT NULL,
	"sale_code" varchar(500) NOT NULL,
	"code" varchar(40) NOT NULL,
	"stated" text NOT NULL,
	"computed" text NOT NULL,
	CONSTRAINT "load_findings_load_id_sale_code_code_pk" PRIMARY KEY("load_id","sale_code","code")
);
--> statement-breakpoint
CREATE TABLE "import_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"prefix" varchar(16) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "import_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "uploaded_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploaded_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"storage_key" varchar(100),
	"is_leaving" boolean DEFAULT false NOT NULL,
	"name" varchar(255) NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"state" varchar(10) DEFAULT 'arriving' NOT NULL,
	"mode" varchar(10) NOT NULL,
	"uploaded_by" integer,
	"token_id" integer,
	"load_id" integer,
	"checked_after_id" integer,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploaded_exports_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "uploaded_exports_state" CHECK ("uploaded_exports"."state" in ('arriving', 'waiting', 'running', 'checked', 'applied', 'refused', 'failed')),
	CONSTRAINT "uploaded_exports_mode" CHECK ("uploaded_exports"."mode" in ('check', 'apply'))
);
--> statement-breakpoint
CREATE TABLE "sale_findings" (
	"sale_id" integer NOT NULL,
	"code" varchar(40) NOT NULL,
	"stated" text NOT NULL,
	"computed" text NOT NULL,
	CONSTRAINT "sale_findings_sale_id_code_pk" PRIMARY KEY("sale_id","code")
);
--> statement-breakpoint
ALTER TABLE "loads" ADD COLUMN "findings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "load_findings" ADD CONSTRAINT "load_findings_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_tokens" ADD CONSTRAINT "import_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_token_id_import_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."import_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_exports" ADD CONSTRAINT "uploaded_exports_load_id_loads_id_fk" FOREIGN KEY ("load_id") REFERENCES "public"."loads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_findings" ADD CONSTRAINT "sale_findings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploaded_exports_stored" ON "uploaded_exports" USING btree ("created_at") WHERE "uploaded_exports"."storage_key" is not null;