import { WORKER_LOCK } from '../db/advisory-locks.ts'
import type { Pool, Queryable } from '../db/client.ts'
import { type DedicatedConnection, openDedicatedConnection } from '../db/dedicated-connection.ts'
import { exec, many, maybeOne, type SQL, sql } from '../db/query.ts'

/** Shows other processes that this worker runs, until the connection ends. */
export function registerWorkerLock(pool: Pool, worker: string): Promise<DedicatedConnection> {
  return openDedicatedConnection(pool.options, async (client) => {
    // PostgreSQL notices a lost machine within a minute, not within hours.
    await exec(client, sql`set tcp_keepalives_idle = 30`)
    await exec(client, sql`set tcp_keepalives_interval = 10`)
    await exec(client, sql`set tcp_keepalives_count = 3`)
    await exec(client, sql`select pg_advisory_lock(${WORKER_LOCK}, hashtext(${worker}))`)
  })
}

/**
 * Releases the jobs of workers whose process died; the library would wait four hours. A job that was
 * almost complete runs again: an email may arrive twice, but is never lost.
 * @returns the dead workers that had jobs
 */
export async function releaseOrphanedJobs(pool: Pool): Promise<string[]> {
  const released = await maybeOne<{ dead: string[] }>(
    pool,
    sql`with workers as materialized (
      select distinct locked_by as worker from graphile_worker.jobs where locked_by like 'pool-%'
    ), dead as materialized (
      select worker from workers where pg_try_advisory_xact_lock(${WORKER_LOCK}, hashtext(worker))
    )
    select array_agg(worker) as dead, graphile_worker.force_unlock_workers(array_agg(worker)),
      ${announceJobs()}
    from dead having count(*) > 0`,
  )
  return released?.dead ?? []
}

/** The ids of the jobs that this worker has locked. */
export async function listJobsOf(pool: Pool, worker: string): Promise<string[]> {
  const jobs = await many<{ id: string }>(
    pool,
    sql`select id::text from graphile_worker.jobs where locked_by = ${worker}`,
  )
  return jobs.map(({ id }) => id)
}

/** Tells the workers at the end of the transaction, as a new job does. */
function announceJobs(): SQL {
  return sql`pg_notify('jobs:insert', '{"count":1}')`
}

/** Whether a job can run now, or after the previous job of its queue. */
export async function isAnyJobDue(pool: Pool): Promise<boolean> {
  const due = await exec(
    pool,
    sql`select from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now() limit 1`,
  )
  return due > 0
}

/** Whether the worker of a portal runs on this database. */
export async function isAnyWorkerRunning(db: Queryable): Promise<boolean> {
  const found = await exec(
    db,
    sql`select from pg_locks where locktype = 'advisory' and classid = ${WORKER_LOCK}
      and database = (select oid from pg_database where datname = current_database()) limit 1`,
  )
  return found > 0
}
