import { WORKER_LOCK } from '../db/advisory-locks.ts'
import type { Database, Pool, Queryable, Transaction } from '../db/client.ts'
import { type DedicatedConnection, openDedicatedConnection } from '../db/dedicated-connection.ts'
import { exec, many, maybeOne, type SQL, sql } from '../db/query.ts'
import type { JobCounts } from '../observability/metrics.ts'

/** About three days with graphile-worker's back-off. */
const MAX_ATTEMPTS = 20

/** Jobs that are due run in this order, smaller numbers first. */
export const priorities = { urgent: -10, ordinary: 0, bulk: 10 }

/** Loads, and jobs that need the lock of loads: they wait here, not in a slot. */
export const LOADS_QUEUE = 'imports'

export interface JobOptions {
  /** Runs one job at a time. */
  queue?: string
  priority?: keyof typeof priorities
  /** Not before this moment. */
  runAt?: Date
  /** What a worker can be told to leave for later. */
  flags?: string[]
}

/** Adds a job in the transaction of its cause, so that both are written or neither. */
export async function enqueueJob(
  tx: Database | Transaction,
  task: string,
  payload: unknown,
  options: JobOptions = {},
): Promise<void> {
  await enqueueJobs(tx, task, [payload], options)
}

/** Adds many jobs in one statement. */
export async function enqueueJobs(
  tx: Database | Transaction,
  task: string,
  payloads: unknown[],
  options: JobOptions = {},
): Promise<void> {
  const given = sql`select payload from json_array_elements(${JSON.stringify(payloads)}::json) as payload`
  await enqueueFrom(tx, task, given, options)
}

/** Adds a job for each row of `source`, a statement that selects or returns `payload`. */
export async function enqueueFrom(
  tx: Database | Transaction,
  task: string,
  source: SQL,
  { queue, priority = 'ordinary', runAt, flags = [] }: JobOptions = {},
): Promise<void> {
  await exec(
    tx,
    sql`with source as (${source})
      select graphile_worker.add_jobs(array(
        select row(${task}::text, payload, ${queue ?? null}::text, ${runAt ?? null}::timestamptz, ${MAX_ATTEMPTS}::smallint, null,
          ${priorities[priority]}::smallint, ${flags}::text[])::graphile_worker.job_spec
        from source))`,
  )
}

/** The queue by kind of job. A job whose last attempt failed is no longer due. */
export function countJobs(db: Queryable): Promise<JobCounts[]> {
  return many(
    db,
    sql`with states as (
      select task_identifier as task, run_at, created_at,
        case
          when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when run_at > now() then 'waiting'
          else 'due'
        end as state
      from graphile_worker.jobs
    )
    select task,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'due')::int as due,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      extract(epoch from now() - min(run_at) filter (where state = 'due'))::float8 as due_seconds,
      extract(epoch from now() - min(created_at) filter (where state <> 'failed'))::float8
        as pending_seconds
    from states group by task`,
  )
}

/** A job whose last attempt failed. What it was to do stays in the table: it may hold personal data. */
export interface FailingJob {
  id: number
  task: string
  /** Whether no attempt is left. */
  hasFailed: boolean
  createdAt: Date
  triedAt: Date
  nextAt: Date
  attempts: number
  /** The error's own text, which may quote anything. */
  error: string
}

/** Those without a further attempt first, then the newest. */
export function listFailingJobs(db: Queryable, limit: number): Promise<FailingJob[]> {
  return many<FailingJob>(
    db,
    sql`select id::bigint, task_identifier as task, attempts >= max_attempts as has_failed, created_at,
        updated_at as tried_at, run_at as next_at, attempts::int, left(last_error, 2000) as error
      from graphile_worker.jobs where last_error is not null and locked_at is null
      order by attempts >= max_attempts desc, updated_at desc limit ${limit}`,
  )
}

/** Makes a job due that fails, with all attempts again if none was left. @returns its kind; null when it does not fail */
export async function retryFailingJob(tx: Transaction, id: number): Promise<string | null> {
  const failing = await maybeOne<{ task: string }>(
    tx,
    sql`with failing as (
      select id, task_identifier as task, case when attempts >= max_attempts then 0 end as attempts
      from graphile_worker.jobs where id = ${id} and last_error is not null and locked_at is null
    )
    select task, ${announceJobs()} from failing, lateral graphile_worker.reschedule_jobs(
      array[failing.id], run_at => now(), attempts => failing.attempts)`,
  )
  return failing?.task ?? null
}

/**
 * Deletes a job without further attempts.
 * @returns its kind and the stored email that it was to send; null when there is no such job
 */
export function discardFailedJob(
  tx: Transaction,
  id: number,
): Promise<{ task: string; emailId: number | null } | null> {
  return maybeOne(
    tx,
    sql`with failed as (
      select id, task_identifier as task from graphile_worker.jobs
      where id = ${id} and attempts >= max_attempts and locked_at is null
    )
    select task, (payload ->> 'emailId')::int as email_id
    from failed, lateral graphile_worker.complete_jobs(array[failed.id])`,
  )
}

/** Deletes jobs whose last attempt failed that long ago. */
export function deleteFailedJobs(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - ${days} * interval '1 day'))`,
  )
}

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

/**
 * The clocks of two machines differ by less. While this process's own runs further ahead, its schedule follows that
 * clock and is left as it is: resetting it would start the worker again at every check.
 */
const isAhead = (column: string) =>
  sql`${sql.raw(column)} > greatest(now(), ${new Date().toISOString()}::timestamptz) + interval '10 minutes'`

/**
 * After a clock that ran ahead was set back, jobs would wait for the day that it showed, and a schedule that has run on
 * that day would not run before. A moment that somebody chose stays.
 * @returns whether the schedule was ahead
 */
export async function returnToPresent(pool: Pool): Promise<boolean> {
  await exec(
    pool,
    sql`with ahead as (
      select array_agg(id) as ids from graphile_worker.jobs
      where ${isAhead('updated_at')} and locked_at is null and (run_at <= updated_at or attempts > 0)
    )
    select graphile_worker.reschedule_jobs(ids, run_at => now()), ${announceJobs()}
    from ahead where ids is not null`,
  )
  const schedules = await exec(
    pool,
    sql`update graphile_worker._private_known_crontabs
      set last_execution = null, known_since = least(known_since, now())
      where ${isAhead('last_execution')}`,
  )
  return schedules > 0
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
