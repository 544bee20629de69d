import type { Database } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'

/** Deletes requests closed so many years ago. Their documents become orphaned. @returns how many */
export function deleteClosedRequests(db: Database, years: number): Promise<number> {
  return exec(
    db,
    sql`delete from requests where state in ('resolved', 'rejected', 'cancelled')
      and closed_at < now() - ${years} * interval '1 year'`,
  )
}
