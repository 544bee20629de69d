-- Counts the transactions that change what lists of staff are read from (docs/decisions/0075). A row becomes visible
-- with its commit, so the sum of a topic is another one after each such commit, and never one that it was before.
--
-- `count_change(topic)`: once in a transaction, for others see it as a whole. The setting ends with the
-- transaction, and is undone with the savepoint whose row is.
CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_counted text := 'carpeta.changes_' || tg_argv[0];
BEGIN
  IF current_setting(is_counted, true) IS DISTINCT FROM 'yes' THEN
    INSERT INTO data_versions AS version (topic, writer, changes)
    VALUES (tg_argv[0], pg_backend_pid(), 1)
    ON CONFLICT (topic, writer) DO UPDATE SET changes = version.changes + 1;
    PERFORM set_config(is_counted, 'yes', true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  watched record;
BEGIN
  FOR watched IN SELECT * FROM (VALUES
    ('people', 'users', 'UPDATE OR '),
    ('people', 'groups', 'UPDATE OR '),
    ('people', 'group_permissions', 'UPDATE OR '),
    ('people', 'user_groups', 'UPDATE OR '),
    ('people', 'email_changes', 'UPDATE OR '),
    ('sales', 'sales', 'UPDATE OF holder_rut, project, code OR '),
    ('requests', 'request_events', 'UPDATE OR '),
    ('work', 'payment_reports', 'UPDATE OR '),
    ('work', 'loads', 'UPDATE OR '),
    ('work', 'procedures', 'UPDATE OR '),
    ('work', 'setup_notes', 'UPDATE OR '),
    -- Each login writes the other columns.
    ('work', 'passkeys', 'UPDATE OF user_id OR '),
    ('work', 'totp_secrets', 'UPDATE OF user_id, confirmed_at OR ')
  ) AS tables (topic, source, updates) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR %s DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION count_change(%L)',
      watched.source || '_change', watched.updates, watched.source, watched.topic);
  END LOOP;
END $$;
--> statement-breakpoint
-- Drafts are saved while members type, and no list of staff shows them.
CREATE TRIGGER requests_change_inserted AFTER INSERT ON requests FOR EACH ROW
  WHEN (new.state <> 'draft') EXECUTE FUNCTION count_change('requests');
--> statement-breakpoint
CREATE TRIGGER requests_change_updated AFTER UPDATE ON requests FOR EACH ROW
  WHEN (old.state <> 'draft' OR new.state <> 'draft') EXECUTE FUNCTION count_change('requests');
--> statement-breakpoint
CREATE TRIGGER requests_change_deleted AFTER DELETE ON requests FOR EACH ROW
  WHEN (old.state <> 'draft') EXECUTE FUNCTION count_change('requests');
--> statement-breakpoint
CREATE TRIGGER requests_change_truncated AFTER TRUNCATE ON requests FOR EACH STATEMENT
  EXECUTE FUNCTION count_change('requests');
