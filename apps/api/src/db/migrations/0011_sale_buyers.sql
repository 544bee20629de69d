CREATE TABLE "waiting_emails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_buyers" (
	"sale_id" integer NOT NULL,
	"rut" varchar(500) DEFAULT '' NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "sale_buyers_sale_id_rut_pk" PRIMARY KEY("sale_id","rut")
);
--> statement-breakpoint
DROP INDEX "sale_holders_co_holder";--> statement-breakpoint
ALTER TABLE "sale_buyers" ADD CONSTRAINT "sale_buyers_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_buyers_rut" ON "sale_buyers" USING btree ("rut");--> statement-breakpoint
CREATE INDEX "sale_holders_co_holder" ON "sale_holders" USING btree (ltrim(upper(regexp_replace(rut, '[^0-9kK]', '', 'g')), '0')) WHERE role = 'co_holder';
--> statement-breakpoint
-- Whom accounting names now, whom the last load replaced, and who was erased.
INSERT INTO "sale_buyers" ("sale_id", "rut", "erased_at")
SELECT "sale_id", ltrim(upper(regexp_replace("rut", '[^0-9kK]', '', 'g')), '0') AS "normalised", max("erased_at")
FROM (
  SELECT "id" AS "sale_id", "holder_rut" AS "rut", "holder_erased_at" AS "erased_at" FROM "sales"
  UNION ALL
  SELECT "sales"."id", "sale_holders"."rut", "co_holder_erased_at"
  FROM "sales" JOIN "sale_holders" ON "sale_holders"."sale_id" = "sales"."id" AND "role" = 'co_holder'
  UNION ALL
  SELECT "sales"."id", "person" ->> 'rut',
    ("before" -> 'sale' ->> CASE "person" ->> 'role' WHEN 'holder' THEN 'holder_erased_at' ELSE 'co_holder_erased_at' END)::timestamptz
  FROM "load_changes" JOIN "sales" ON "sales"."code" = "load_changes"."sale_code",
    jsonb_array_elements("before" -> 'holders') AS "person"
  WHERE "before" IS NOT NULL
  UNION ALL
  SELECT "sale_id", "rut", "erased_at" FROM "undone_erasures"
) AS "named"
GROUP BY "sale_id", "normalised"
HAVING ltrim(upper(regexp_replace(max("rut"), '[^0-9kK]', '', 'g')), '0') <> '';
--> statement-breakpoint
DROP TABLE "undone_erasures";
