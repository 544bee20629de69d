import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'

/** Requests closed so long ago; their documents then belong to nothing. @returns how many */
export async function deleteClosedRequests(db: Database, years: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from requests where state in ('resolved', 'rejected', 'cancelled')
      and closed_at < now() - ${years} * interval '1 year'`)
  return rowCount ?? 0
}
