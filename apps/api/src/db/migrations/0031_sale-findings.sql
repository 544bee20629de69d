CREATE TABLE "sale_findings" (
	"sale_id" integer NOT NULL,
	"code" varchar(40) NOT NULL,
	"stated" text NOT NULL,
	"computed" text NOT NULL,
	CONSTRAINT "sale_findings_sale_id_code_pk" PRIMARY KEY("sale_id","code")
);
--> statement-breakpoint
ALTER TABLE "sale_findings" ADD CONSTRAINT "sale_findings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;