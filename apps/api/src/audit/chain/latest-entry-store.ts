import type { Queryable } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'

/** When the last action was recorded; null while there is none. */
export async function latestEntryAt(db: Queryable): Promise<Date | null> {
  const latest = await maybeOne<{ at: Date }>(
    db,
    sql`select at from audit_entries order by id desc limit 1`,
  )
  return latest?.at ?? null
}
