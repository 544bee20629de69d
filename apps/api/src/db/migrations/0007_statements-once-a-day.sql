DROP INDEX "issued_statements_sale";--> statement-breakpoint
ALTER TABLE "issued_statements" ADD COLUMN "issued_on" date DEFAULT (now() at time zone 'America/Santiago')::date NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_statements_once_a_day" ON "issued_statements" USING btree ("sale_id","user_id","content_hash","as_of","issued_on");