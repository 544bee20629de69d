import type { Portal } from '../open-portal.ts'

export async function entriesSince({ pool }: Portal, last: number) {
  const { rows } = await pool.query(
    `select action, actor.first_name as who, subject.first_name as whose, before, after, object_id
     from audit_entries entry
     left join users actor on actor.id = actor_id
     left join users subject on subject.id = subject_id
     where entry.id > $1 order by entry.id`,
    [last],
  )
  return rows
}

export async function lastEntry({ pool }: Portal): Promise<number> {
  const { rows } = await pool.query('select coalesce(max(id), 0) as id from audit_entries')
  return Number(rows[0].id)
}

/** The next read of anything is recorded again, as in the next hour. */
export async function startNextHour({ pool }: Portal): Promise<void> {
  await pool.query(
    'begin; set local session_replication_role = replica; update audit_entries set fold_key = null; commit',
  )
}
