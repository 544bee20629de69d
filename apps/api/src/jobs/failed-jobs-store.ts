import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'

/** Jobs whose last try failed so long ago: nobody takes them again, and they hold letters. */
export async function deleteFailedJobs(db: Database, days: number): Promise<number> {
  const { rows } = await db.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - ${days} * interval '1 day'))`)
  return rows.length
}
