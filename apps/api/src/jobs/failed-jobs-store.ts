import type { Database } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

/** Deletes jobs whose last attempt failed that long ago; they may contain emails. */
export function deleteFailedJobs(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - ${days} * interval '1 day'))`,
  )
}
