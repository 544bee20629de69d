-- Each partition has the trigger too: it can be named in a statement of its own.
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_months.other
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_archives_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_archives
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- These belonged to the rows of the former table.
DROP FUNCTION audit_hash(text, audit_months.earlier);
--> statement-breakpoint
DROP FUNCTION audit_entry_text(audit_months.earlier);
--> statement-breakpoint
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
-- The program signs its entries itself, before the commit, and chains them later. This trigger chains
-- those of a version without keys, which runs as the owner of the tables while both versions serve.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  last audit_chain;
BEGIN
  IF EXISTS (SELECT FROM audit_pending WHERE entry_id = NEW.id)
    OR EXISTS (SELECT FROM audit_chain WHERE entry_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF NOT has_table_privilege('audit_entries', 'UPDATE') THEN
    RAISE EXCEPTION 'an audit entry must be signed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(72010005);
  SELECT * INTO last FROM audit_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO audit_chain (position, entry_id, hash)
    SELECT coalesce(last.position, 0) + 1, entry.id, audit_hash(coalesce(last.hash, ''), entry)
    FROM audit_entries entry WHERE entry.id = NEW.id AND entry.at = NEW.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
-- A read is folded into an entry that is there; otherwise a row of this table would hide it.
CREATE FUNCTION require_folded_entry() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM audit_entries
      WHERE fold_key = NEW.fold_key AND at >= now() - interval '1 hour') THEN
    RAISE EXCEPTION 'a folded read has an entry' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_folds_entry AFTER INSERT ON audit_folds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_folded_entry();
--> statement-breakpoint
-- The portal's role may not delete from these tables; the owner's functions delete what is over.
CREATE FUNCTION delete_chained_entries(ids bigint[]) RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_pending WHERE entry_id = ANY (ids)
    AND EXISTS (SELECT FROM audit_chain WHERE audit_chain.entry_id = audit_pending.entry_id)
$$;
--> statement-breakpoint
CREATE FUNCTION delete_old_audit_folds() RETURNS void LANGUAGE sql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_folds WHERE at < now() - interval '2 hours'
$$;
--> statement-breakpoint
-- Creates the partitions of this month and the next three, in the cooperative's time zone, and moves
-- what the default partition has of them. Attaching waits at most two seconds for a long reader.
CREATE FUNCTION create_audit_months() RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp
  SET timezone = 'America/Santiago' SET lock_timeout = '2s' AS $$
DECLARE
  first timestamptz;
  following timestamptz;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(72010013);
  FOR ahead IN 0..3 LOOP
    first := date_trunc('month', now()) + make_interval(months => ahead);
    following := first + interval '1 month';
    name := to_char(first, '"y"YYYY"m"MM');
    CONTINUE WHEN to_regclass('audit_months.' || name) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE audit_months.%I (LIKE audit_entries INCLUDING DEFAULTS)', name);
      IF EXISTS (SELECT FROM audit_months.other WHERE at >= first AND at < following) THEN
        ALTER TABLE audit_months.other DISABLE TRIGGER audit_entries_append_only;
        EXECUTE format('WITH moved AS (DELETE FROM audit_months.other
          WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO audit_months.%I SELECT * FROM moved',
          name) USING first, following;
        ALTER TABLE audit_months.other ENABLE TRIGGER audit_entries_append_only;
      END IF;
      EXECUTE format('CREATE TRIGGER audit_entries_append_only
        BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_months.%I
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', name);
      EXECUTE format('ALTER TABLE audit_entries ATTACH PARTITION audit_months.%I
        FOR VALUES FROM (%L) TO (%L)', name, first, following);
    EXCEPTION WHEN invalid_object_definition THEN
      -- The partition of earlier entries has this month.
      NULL;
    END;
  END LOOP;
END $$;
--> statement-breakpoint
-- For whoever may not look at a single partition.
CREATE FUNCTION has_entries_without_month() RETURNS boolean LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM audit_months.other)
$$;
--> statement-breakpoint
SELECT create_audit_months();
