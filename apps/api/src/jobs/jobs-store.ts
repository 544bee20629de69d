import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

/** About three days of tries, ever further apart (graphile-worker's back-off). */
const MAX_ATTEMPTS = 20

/**
 * Adds a job with the fact that it announces: both are written, or neither (design.md §3).
 * @param queue of whose jobs only one runs at a time
 */
export async function enqueueJob(
  tx: Database | Transaction,
  task: string,
  payload: unknown,
  queue: string | null = null,
): Promise<void> {
  await queueJobs(tx, task, [payload], queue)
}

/** Many at once, in one statement. */
export async function queueJobs(
  tx: Database | Transaction,
  task: string,
  payloads: unknown[],
  queue: string | null = null,
): Promise<void> {
  await exec(
    tx,
    sql`select graphile_worker.add_jobs(array(
      select row(${task}::text, payload, ${queue}::text, null, ${MAX_ATTEMPTS}::smallint, null, null,
        null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`,
  )
}
