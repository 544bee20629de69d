CREATE TABLE "undone_erasures" (
	"sale_id" integer NOT NULL,
	"role" varchar(10) NOT NULL,
	"rut" varchar(500) DEFAULT '' NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	CONSTRAINT "undone_erasures_sale_id_role_pk" PRIMARY KEY("sale_id","role")
);
--> statement-breakpoint
ALTER TABLE "undone_erasures" ADD CONSTRAINT "undone_erasures_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;