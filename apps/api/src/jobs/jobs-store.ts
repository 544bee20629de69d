import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

/** About three days with graphile-worker's back-off. */
const MAX_ATTEMPTS = 20

/**
 * Adds a job in the transaction of its cause, so that both are written or neither.
 * @param queue runs one job at a time
 */
export async function enqueueJob(
  tx: Database | Transaction,
  task: string,
  payload: unknown,
  queue: string | null = null,
): Promise<void> {
  await enqueueJobs(tx, task, [payload], queue)
}

/** Adds many jobs in one statement. */
export async function enqueueJobs(
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
