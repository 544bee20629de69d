-- Counts that screens show, kept by the transactions that change rows (docs/decisions/0066). Creating a trigger
-- locks its table for writing until the migration ends, so that what is counted below is all.
--
-- `count_rows(counter, key)`: adds what a statement inserted or deleted. `key` is an expression on the row's columns;
-- a row whose key is null does not count. Only the functions' own triggers give these texts.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO row_counts (counter, key, amount)
    SELECT %L, key, %s FROM (SELECT %s AS key FROM changed) AS keys
    WHERE key IS NOT NULL GROUP BY key',
    tg_argv[0], CASE tg_op WHEN 'INSERT' THEN 'count(*)' ELSE '-count(*)' END, tg_argv[1]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The same for a row that was updated.
CREATE FUNCTION count_changed_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO row_counts (counter, key, amount)
    SELECT %1$L, key, sum(amount) FROM (
      SELECT %2$s AS key, -1 AS amount FROM (SELECT ($1).*) AS former
      UNION ALL SELECT %2$s, 1 FROM (SELECT ($2).*) AS current) AS keys
    WHERE key IS NOT NULL GROUP BY key HAVING sum(amount) <> 0',
    tg_argv[0], tg_argv[1]) USING old, new;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    -- Accounts that are not deleted, by their state.
    ('users', 'users', 'CASE WHEN deleted_at IS NULL THEN
      CASE WHEN is_active THEN invitation_state ELSE ''inactive'' END END',
      '(old.deleted_at, old.is_active, old.invitation_state)
        IS DISTINCT FROM (new.deleted_at, new.is_active, new.invitation_state)'),
    ('requests', 'requests', 'state::text', 'old.state <> new.state'),
    ('payment_reports', 'payment_reports', 'state::text', 'old.state <> new.state'),
    ('announcement_reads', 'announcement_reads', 'announcement_id::text',
      'old.announcement_id <> new.announcement_id'),
    ('announcement_emails', 'announcement_emails', 'announcement_id || '' '' || state',
      '(old.announcement_id, old.state) IS DISTINCT FROM (new.announcement_id, new.state)')
  ) AS counters (counter, source, key, is_changed) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%L, %L)',
      counted.counter || '_count_inserted', counted.source, counted.counter, counted.key);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_rows(%L, %L)',
      counted.counter || '_count_deleted', counted.source, counted.counter, counted.key);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION count_changed_row(%L, %L)',
      counted.counter || '_count_updated', counted.source, counted.is_changed, counted.counter,
      counted.key);
    EXECUTE format('INSERT INTO row_counts (counter, key, amount)
      SELECT %L, key, count(*) FROM (SELECT %s AS key FROM %I) AS keys
      WHERE key IS NOT NULL GROUP BY key', counted.counter, counted.key, counted.source);
  END LOOP;
END $$;
--> statement-breakpoint
-- An answer is an event that closes its request; its time and its rating come later, or never.
CREATE FUNCTION count_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_counts (month, procedure_id, answered)
  SELECT to_char(new.at AT TIME ZONE 'America/Santiago', 'YYYY-MM'), procedure_id, 1
  FROM requests WHERE id = new.request_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_answer_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH answer AS (
    SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM') AS month, procedure_id,
      coalesce(new.due_at < at, false)::integer AS late
    FROM request_events JOIN requests ON requests.id = request_id
    WHERE request_events.id = new.event_id
  ), counted AS (
    INSERT INTO answer_counts (month, procedure_id, timed, late, worked_minutes)
    SELECT month, procedure_id, 1, late, new.worked_minutes FROM answer
  )
  INSERT INTO answer_hours (month, procedure_id, tenths, answers)
  SELECT month, procedure_id, (new.worked_minutes + 3) / 6, 1 FROM answer;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_counts (month, procedure_id, helped, not_helped)
  SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM'), procedure_id,
    new.helped::integer - CASE tg_op WHEN 'UPDATE' THEN old.helped::integer ELSE 0 END,
    (NOT new.helped)::integer - CASE tg_op WHEN 'UPDATE' THEN (NOT old.helped)::integer ELSE 0 END
  FROM request_events JOIN requests ON requests.id = request_id
  WHERE request_events.id = new.event_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the deletion, since the answers go with their request, which alone has the procedure.
CREATE FUNCTION discount_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_counts
    (month, procedure_id, answered, timed, late, worked_minutes, helped, not_helped)
  SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM'), old.procedure_id, -1,
    -(answer_times.event_id IS NOT NULL)::integer, -coalesce(due_at < at, false)::integer,
    -coalesce(worked_minutes, 0), -coalesce(helped, false)::integer,
    -coalesce(NOT helped, false)::integer
  FROM request_events
  LEFT JOIN answer_times ON answer_times.event_id = request_events.id
  LEFT JOIN answer_ratings ON answer_ratings.event_id = request_events.id
  WHERE request_id = old.id AND kind IN ('resolved', 'rejected');
  INSERT INTO answer_hours (month, procedure_id, tenths, answers)
  SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM'), old.procedure_id,
    (worked_minutes + 3) / 6, -1
  FROM request_events JOIN answer_times ON event_id = request_events.id
  WHERE request_id = old.id AND kind IN ('resolved', 'rejected');
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER request_events_count_answer AFTER INSERT ON request_events FOR EACH ROW
  WHEN (new.kind IN ('resolved', 'rejected')) EXECUTE FUNCTION count_answer();
--> statement-breakpoint
CREATE TRIGGER answer_times_count AFTER INSERT ON answer_times FOR EACH ROW
  EXECUTE FUNCTION count_answer_time();
--> statement-breakpoint
CREATE TRIGGER answer_ratings_count AFTER INSERT OR UPDATE OF helped ON answer_ratings FOR EACH ROW
  EXECUTE FUNCTION count_rating();
--> statement-breakpoint
CREATE TRIGGER requests_discount_answers BEFORE DELETE ON requests FOR EACH ROW
  EXECUTE FUNCTION discount_answers();
--> statement-breakpoint
INSERT INTO answer_counts
  (month, procedure_id, answered, timed, late, worked_minutes, helped, not_helped)
SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM') AS month, procedure_id, count(*),
  count(answer_times.event_id), count(*) FILTER (WHERE answer_times.due_at < at),
  coalesce(sum(worked_minutes), 0), count(*) FILTER (WHERE helped), count(*) FILTER (WHERE NOT helped)
FROM request_events
JOIN requests ON requests.id = request_id
LEFT JOIN answer_times ON answer_times.event_id = request_events.id
LEFT JOIN answer_ratings ON answer_ratings.event_id = request_events.id
WHERE kind IN ('resolved', 'rejected')
GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO answer_hours (month, procedure_id, tenths, answers)
SELECT to_char(at AT TIME ZONE 'America/Santiago', 'YYYY-MM') AS month, procedure_id,
  (worked_minutes + 3) / 6 AS tenths, count(*)
FROM answer_times
JOIN request_events ON request_events.id = event_id
JOIN requests ON requests.id = request_id
GROUP BY 1, 2, 3;
--> statement-breakpoint
-- The beginning of a text instead of any part of it, for texts that are too short for the indexes of parts.
CREATE FUNCTION start_pattern(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(fold_text(value), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
-- From now on loads and a job count them.
INSERT INTO audience_counts (audience, project, condominium, people, emails, without_account)
SELECT CASE WHEN grouping(project) = 1 THEN 'all' WHEN grouping(condominium) = 1 THEN 'project'
    ELSE 'condominium' END,
  coalesce(project, ''), coalesce(condominium, ''), count(DISTINCT users.id),
  count(DISTINCT users.id) FILTER (WHERE users.email <> '' AND users.wants_announcement_emails),
  count(DISTINCT holder_rut) - count(DISTINCT users.id)
FROM sales LEFT JOIN users ON users.rut = sales.holder_rut AND users.deleted_at IS NULL
  AND users.is_active AND users.password_hash IS NOT NULL
WHERE sales.approved_on IS NOT NULL AND sales.withdrawn_at IS NULL AND sales.holder_erased_at IS NULL
GROUP BY GROUPING SETS ((), (project), (project, condominium))
HAVING count(*) > 0 AND (grouping(project) = 1 OR project <> '') AND (grouping(condominium) = 1 OR condominium <> '');
