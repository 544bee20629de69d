-- Rows of version 1.1.0 in the tables of version 2.0.0: after tables.sql, or loaded from a backup.

-- Events named their assignee in a text, which no erasure found. The audit log, written a moment later, knows
-- the id; else a colleague of that name, if there is one only. Nobody's name stays.
WITH colleagues AS MATERIALIZED (
  SELECT trim(first_name || ' ' || last_name) AS name, min(id) AS id FROM users
  WHERE erased_at IS NULL AND (is_superuser
    OR id IN (SELECT user_id FROM user_groups)
    OR id IN (SELECT assignee_id FROM requests)
    OR id IN (SELECT actor_id FROM request_events WHERE kind = 'assigned'))
  GROUP BY 1 HAVING count(*) = 1
), assigned AS (
  SELECT event.id, coalesce(
    (SELECT users.id FROM audit_entries JOIN users ON users.id = (after ->> 'assignee_id')::integer
      WHERE subject_id = requests.user_id AND object_type = 'request' AND object_id = requests.id::text
        AND audit_entries.at >= event.at AND audit_entries.at < event.at + interval '1 minute'
      ORDER BY audit_entries.id LIMIT 1),
    colleagues.id) AS assignee_id
  FROM request_events event
  JOIN requests ON requests.id = event.request_id
  LEFT JOIN colleagues ON colleagues.name = event.text
  WHERE event.kind = 'assigned' AND event.text <> ''
)
UPDATE request_events SET assignee_id = assigned.assignee_id,
    text = CASE WHEN assigned.assignee_id IS NULL THEN 'Un funcionario' ELSE '' END
  FROM assigned WHERE request_events.id = assigned.id;

-- Nothing runs these jobs any more: one that is queued would wait for ever.
DO $$
BEGIN
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE task_identifier IN
        ('fold_counts', 'fold_answer_counts', 'count_audiences', 'prepare_audit_months')));
  END IF;
END $$;
