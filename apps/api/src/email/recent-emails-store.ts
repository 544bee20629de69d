import type { Database } from '../db/client.ts'
import { exec, scalar, sql } from '../db/query.ts'

/** One that lies ahead is of a clock that was set back since. */
const isRecent = sql`at between now() - interval '1 minute' and now() + interval '1 minute'`

/** Counts an email that is about to be sent, for all processes. */
export async function recordEmail(db: Database): Promise<void> {
  await exec(
    db,
    sql`with outdated as (delete from recent_emails where not ${isRecent})
      insert into recent_emails default values`,
  )
}

/** Emails of all processes in the last minute. */
export function countRecentEmails(db: Database): Promise<number> {
  return scalar(db, sql`select count(*) from recent_emails where ${isRecent}`)
}
