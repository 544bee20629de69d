-- The partitions become one plain table: every row with its id, as it was hashed. Rows are copied once.
LOCK TABLE "audit_entries", "audit_chain", "audit_pending" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"fold_key" char(64)
);
--> statement-breakpoint
INSERT INTO "audit_log" ("id", "at", "actor_id", "on_behalf_of_id", "action", "object_type", "object_id",
    "subject_id", "before", "after", "reason", "address", "request_id", "sealed", "fold_key")
  OVERRIDING SYSTEM VALUE
  SELECT "id", "at", "actor_id", "on_behalf_of_id", "action", "object_type", "object_id",
    "subject_id", "before", "after", "reason", "address", "request_id", "sealed", "fold_key"
  FROM "audit_entries" ORDER BY "id";
--> statement-breakpoint
SELECT setval('audit_log_id_seq', last_value, is_called) FROM "audit_entries_id_seq";
--> statement-breakpoint
-- Whoever could read or add still can, and nobody else: not by default privileges either.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN SELECT DISTINCT found.oid::regclass AS name,
      CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END AS role
    FROM pg_class found, aclexplode(relacl)
    WHERE found.oid = 'audit_log'::regclass AND grantee <> relowner
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM %s', granted.name, granted.role);
  END LOOP;
  FOR granted IN SELECT privilege_type AS privilege,
      CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END AS role
    FROM pg_class found, aclexplode(relacl)
    WHERE found.oid = 'audit_entries'::regclass AND grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON audit_log TO %s', granted.privilege, granted.role);
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION audit_hash(text, audit_entries), audit_entry_text(audit_entries), create_audit_months(),
  has_entries_without_month();
--> statement-breakpoint
DROP TABLE "audit_entries";--> statement-breakpoint
DROP SCHEMA "audit_months";--> statement-breakpoint
-- What these rows say is in the chain too, by the entries that recorded the archives.
DROP TABLE "audit_archives";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME TO "audit_entries";--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" RENAME TO "audit_entries_id_seq";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_activations" ON "audit_entries" USING btree ("subject_id","at") WHERE action = 'account.activated';--> statement-breakpoint
CREATE INDEX "audit_entries_fold" ON "audit_entries" USING btree ("fold_key") WHERE fold_key is not null;--> statement-breakpoint
ANALYZE "audit_entries";--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
-- For the trigger, with the rows of the new table.
CREATE FUNCTION audit_entry_text(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id,
    entry.on_behalf_of_id, entry.action, entry.object_type, entry.object_id, entry.subject_id,
    entry.before, entry.after, entry.reason, entry.address, entry.request_id)::text
$$;
--> statement-breakpoint
CREATE FUNCTION audit_hash(previous text, entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(previous || audit_entry_text(entry), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Nothing runs this job any more: one that is queued would wait for ever.
DO $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'prepare_audit_months'));
  END IF;
END $$;
