-- Tables of version 1.1.0 become those of version 2.0.0. Rows that mean something else now: rows.sql.

-- Nothing is answered from memory, and screens count their rows when they are opened: the triggers that
-- counted go with their functions.
DROP FUNCTION count_change, count_rows, count_changed_row, count_answer, count_answer_time, count_rating,
  discount_answers CASCADE;
DROP TABLE data_versions, audience_counts, answer_counts, answer_hours, row_counts;

ALTER INDEX login_tries_pkey RENAME TO login_attempts_pkey;

ALTER TABLE documents ADD COLUMN pixel_bytes bigint DEFAULT 0 NOT NULL;
ALTER TABLE documents ADD COLUMN is_too_complex boolean DEFAULT false NOT NULL;

ALTER TABLE import_tokens DROP CONSTRAINT import_tokens_created_by_users_id_fk;
ALTER TABLE import_tokens ADD CONSTRAINT import_tokens_created_by_users_id_fk
  FOREIGN KEY (created_by) REFERENCES users (id);
ALTER TABLE request_events ADD COLUMN assignee_id integer;
ALTER TABLE request_events ADD CONSTRAINT request_events_assignee_id_users_id_fk
  FOREIGN KEY (assignee_id) REFERENCES users (id);

-- The audit log's partitions become one plain table: every row with its id, as it was hashed. Rows are copied once.
LOCK TABLE audit_entries, audit_chain, audit_pending IN ACCESS EXCLUSIVE MODE;
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  actor_id integer,
  on_behalf_of_id integer,
  action varchar(40) NOT NULL,
  object_type varchar(40) DEFAULT '' NOT NULL,
  object_id varchar(500) DEFAULT '' NOT NULL,
  subject_id integer,
  before jsonb DEFAULT '{}'::jsonb NOT NULL,
  after jsonb DEFAULT '{}'::jsonb NOT NULL,
  reason varchar(500) DEFAULT '' NOT NULL,
  address varchar(45) DEFAULT '' NOT NULL,
  request_id varchar(40) DEFAULT '' NOT NULL,
  sealed jsonb DEFAULT '{}'::jsonb NOT NULL,
  fold_key char(64)
);
INSERT INTO audit_log (id, at, actor_id, on_behalf_of_id, action, object_type, object_id, subject_id,
    before, after, reason, address, request_id, sealed, fold_key)
  OVERRIDING SYSTEM VALUE
  SELECT id, at, actor_id, on_behalf_of_id, action, object_type, object_id, subject_id,
    before, after, reason, address, request_id, sealed, fold_key
  FROM audit_entries ORDER BY id;
SELECT setval('audit_log_id_seq', last_value, is_called) FROM audit_entries_id_seq;

-- Whoever could read or add still can, and nobody else: not by default privileges either.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN SELECT DISTINCT pg_class.oid::regclass AS name,
      CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END AS role
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid IN ('audit_log'::regclass, 'audit_log_id_seq'::regclass) AND grantee <> relowner
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM %s', granted.name, granted.role);
  END LOOP;
  FOR granted IN SELECT replace(relname, 'entries', 'log') AS name, privilege_type AS privilege,
      CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END AS role
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid IN ('audit_entries'::regclass, 'audit_entries_id_seq'::regclass) AND grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON %s TO %s', granted.privilege, granted.name, granted.role);
  END LOOP;
END $$;

DROP FUNCTION audit_hash(text, audit_entries), audit_entry_text(audit_entries), create_audit_months(),
  has_entries_without_month();
DROP TABLE audit_entries;
DROP SCHEMA audit_months;
-- What these rows say is in the chain too, by the entries that recorded the archives.
DROP TABLE audit_archives;
ALTER TABLE audit_log RENAME TO audit_entries;
ALTER SEQUENCE audit_log_id_seq RENAME TO audit_entries_id_seq;
ALTER TABLE audit_entries ADD PRIMARY KEY (id);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, id);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, id);
CREATE INDEX audit_entries_action ON audit_entries (action, id);
CREATE INDEX audit_entries_at ON audit_entries (at);
CREATE INDEX audit_entries_activations ON audit_entries (subject_id, at) WHERE action = 'account.activated';
CREATE INDEX audit_entries_fold ON audit_entries (fold_key) WHERE fold_key IS NOT NULL;
ANALYZE audit_entries;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
-- For the trigger, with the rows of the new table.
CREATE FUNCTION audit_entry_text(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id,
    entry.on_behalf_of_id, entry.action, entry.object_type, entry.object_id, entry.subject_id,
    entry.before, entry.after, entry.reason, entry.address, entry.request_id)::text
$$;
CREATE FUNCTION audit_hash(previous text, entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(previous || audit_entry_text(entry), 'UTF8')), 'hex')
$$;
