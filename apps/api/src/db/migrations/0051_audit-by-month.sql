CREATE TABLE "audit_archives" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_archives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_month" char(7) NOT NULL,
	"to_month" char(7) NOT NULL,
	"storage_key" char(40) NOT NULL,
	"size" bigint NOT NULL,
	"sha256" char(64) NOT NULL,
	"entries" bigint NOT NULL,
	"first_position" bigint NOT NULL,
	"last_position" bigint NOT NULL,
	"archived_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_archives_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "audit_folds" (
	"fold_key" char(64) PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"key_id" varchar(16) NOT NULL,
	"signature" char(64) NOT NULL
);
--> statement-breakpoint
-- The present table becomes the first partition, with every entry up to the end of this month: no row
-- is moved. The previous release goes on with the name of the table.
LOCK TABLE "audit_entries", "audit_chain" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "audit_chain" DROP CONSTRAINT "audit_chain_entry_id_audit_entries_id_fk";--> statement-breakpoint
CREATE SCHEMA "audit_months";--> statement-breakpoint
DROP TRIGGER "audit_entries_chain" ON "audit_entries";--> statement-breakpoint
DROP INDEX "audit_entries_fold";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_pkey";--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "audit_entries" RENAME TO "earlier";--> statement-breakpoint
ALTER TABLE "earlier" SET SCHEMA "audit_months";--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" integer,
	"on_behalf_of_id" integer,
	"action" varchar(40) NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(500) DEFAULT '' NOT NULL,
	"subject_id" integer,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" varchar(500) DEFAULT '' NOT NULL,
	"address" varchar(45) DEFAULT '' NOT NULL,
	"request_id" varchar(40) DEFAULT '' NOT NULL,
	"sealed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fold_key" char(64),
	CONSTRAINT "audit_entries_id_at_pk" PRIMARY KEY ("id", "at")
) PARTITION BY RANGE ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_fold" ON "audit_entries" USING btree ("fold_key") WHERE fold_key is not null;--> statement-breakpoint
DO $$
DECLARE
  newest timestamptz := (SELECT max(at) FROM audit_months.earlier);
BEGIN
  EXECUTE format('ALTER TABLE audit_entries ATTACH PARTITION audit_months.earlier
    FOR VALUES FROM (minvalue) TO (%L)', (date_trunc('month',
      greatest(now(), newest) AT TIME ZONE 'America/Santiago') + interval '1 month')
      AT TIME ZONE 'America/Santiago');
  PERFORM setval('audit_entries_id_seq', max(id)) FROM audit_months.earlier HAVING max(id) IS NOT NULL;
END $$;--> statement-breakpoint
-- For a month without a partition, so that no entry is ever refused.
CREATE TABLE "audit_months"."other" PARTITION OF "audit_entries" DEFAULT;
