import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'

/** About three days of tries, ever further apart (graphile-worker's back-off). */
const MAX_ATTEMPTS = 20

/** Adds a job with the fact that it announces: both are written, or neither (design.md §3). */
export async function queueJob(
  tx: Database | Transaction,
  task: string,
  payload: unknown,
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
      max_attempts => ${MAX_ATTEMPTS})`)
}
