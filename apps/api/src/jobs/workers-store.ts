import { WORKER_LOCK } from '../db/advisory-locks.ts'
import type { Pool } from '../db/client.ts'
import { type DedicatedConnection, openDedicatedConnection } from '../db/dedicated-connection.ts'
import { exec, many, maybeOne, sql } from '../db/query.ts'

/** Tells the other processes that this worker lives, until the session ends. */
export function registerWorkerLock(pool: Pool, worker: string): Promise<DedicatedConnection> {
  return openDedicatedConnection(pool.options, async (client) => {
    // That its machine went away without a word is noticed within a minute, not within hours.
    await exec(client, sql`set tcp_keepalives_idle = 30`)
    await exec(client, sql`set tcp_keepalives_interval = 10`)
    await exec(client, sql`set tcp_keepalives_count = 3`)
    await exec(client, sql`select pg_advisory_lock(${WORKER_LOCK}, hashtext(${worker}))`)
  })
}

/**
 * Lets the jobs go on that a worker had begun when its process died; the library alone would wait
 * four hours. Such a job may have been all but done: a letter can arrive twice, never not at all.
 * @returns the dead workers that had jobs
 */
export async function releaseOrphanedJobs(pool: Pool): Promise<string[]> {
  const freed = await maybeOne<{ dead: string[] }>(
    pool,
    sql`with workers as materialized (
      select distinct locked_by as worker from graphile_worker.jobs where locked_by like 'pool-%'
    ), dead as materialized (
      select worker from workers where pg_try_advisory_xact_lock(${WORKER_LOCK}, hashtext(worker))
    )
    select array_agg(worker) as dead, graphile_worker.force_unlock_workers(array_agg(worker))
    from dead having count(*) > 0`,
  )
  return freed?.dead ?? []
}

/** The jobs that are marked as this worker's. */
export async function listJobsOf(pool: Pool, worker: string): Promise<string[]> {
  const jobs = await many<{ id: string }>(
    pool,
    sql`select id::text from graphile_worker.jobs where locked_by = ${worker}`,
  )
  return jobs.map(({ id }) => id)
}

/** As if they had never been handed out. */
export async function releaseJobsOf(pool: Pool, worker: string, ids: string[]): Promise<void> {
  await exec(
    pool,
    sql`with freed as (
      update graphile_worker._private_jobs
      set locked_by = null, locked_at = null, attempts = attempts - 1
      where locked_by = ${worker} and id = any(${ids})
      returning job_queue_id
    )
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by = ${worker} and id in (select job_queue_id from freed)`,
  )
}

/** Whether there is one that a worker could take now, or once the one before it in its queue ends. */
export async function isAnyJobDue(pool: Pool): Promise<boolean> {
  const due = await exec(
    pool,
    sql`select from graphile_worker._private_jobs where is_available and run_at <= now() limit 1`,
  )
  return due > 0
}
