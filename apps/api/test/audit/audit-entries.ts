import { openEntries, type SealedFacts } from '../../src/audit/sealed-facts.ts'
import type { Portal } from '../open-portal.ts'

interface SealedRow {
  actor_id: number | null
  subject_id: number | null
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
  sealed: SealedFacts
}

/** The later entries with their facts decrypted, the newest last; an unknown user is null. */
export async function entriesSince(portal: Portal, last: number) {
  const { rows } = await portal.pool.query(
    `select action, actor.first_name as who, subject.first_name as whose, before, after, object_id,
       reason, sealed, actor_id, subject_id
     from audit_entries entry
     left join users actor on actor.id = actor_id
     left join users subject on subject.id = subject_id
     where entry.id > $1 order by entry.id`,
    [last],
  )
  const opened = await openFacts(portal, rows)
  return opened.map(({ action, who, whose, before, after, object_id }) => ({
    ...{ action, who, whose, before, after, object_id },
  }))
}

/** Decrypts the facts of rows of the audit log. */
export async function openFacts<Row extends SealedRow>(
  { db }: Portal,
  rows: Row[],
): Promise<Row[]> {
  const named = rows.map((row) => ({ ...row, actorId: row.actor_id, subjectId: row.subject_id }))
  return openEntries(db, named)
}

export async function lastEntry({ pool }: Portal): Promise<number> {
  const { rows } = await pool.query('select coalesce(max(id), 0) as id from audit_entries')
  return Number(rows[0].id)
}

/** The next read of anything is recorded again, as in the next hour. */
export async function startNextHour({ pool }: Portal): Promise<void> {
  await pool.query('delete from audit_folds')
}
