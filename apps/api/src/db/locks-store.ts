import { BACKUP_LOCK, RUNNING_LOCK, SERVING_LOCK, WORKING_LOCK } from './advisory-locks.ts'
import type { Pool, Queryable } from './client.ts'
import { type DedicatedConnection, openDedicatedConnection } from './dedicated-connection.ts'
import { exec, one, sql } from './query.ts'

const WAIT = '3s'

/**
 * Keeps stored files from being removed until the connection ends.
 * @throws when another backup runs
 */
export function lockForBackup(pool: Pool): Promise<DedicatedConnection> {
  return openDedicatedConnection(pool.options, async (client) => {
    await exec(client, sql`set lock_timeout = ${sql.raw(`'${WAIT}'`)}`)
    await exec(client, sql`select pg_advisory_lock(${BACKUP_LOCK})`)
  })
}

/**
 * Whether stored files must stay for now. A file that was marked for removal before this call may be in
 * the snapshot of a running backup.
 */
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const { free } = await one<{ free: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`,
  )
  return !free
}

/** Shows that this process uses the database, and what for, until the connection ends; waits for a restore. */
export function registerRunning(
  pool: Pool,
  { serves = false, works = false }: { serves?: boolean; works?: boolean } = {},
): Promise<DedicatedConnection> {
  return openDedicatedConnection(pool.options, async (client) => {
    await exec(client, sql`select pg_advisory_lock_shared(${RUNNING_LOCK})`)
    if (serves) await exec(client, sql`select pg_advisory_lock_shared(${SERVING_LOCK})`)
    if (works) await exec(client, sql`select pg_advisory_lock_shared(${WORKING_LOCK})`)
  })
}

/** How many processes of the portal run now, and how many of them do what. */
export function countProcesses(
  db: Queryable,
): Promise<{ running: number; serving: number; working: number }> {
  return one(
    db,
    sql`select count(*) filter (where key = ${RUNNING_LOCK})::int as running,
        count(*) filter (where key = ${SERVING_LOCK})::int as serving,
        count(*) filter (where key = ${WORKING_LOCK})::int as working
      from (select (classid::bigint << 32) + objid::bigint as key
        from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and mode = 'ShareLock' and granted
          and datname = current_database()) held`,
  )
}

/** In a transaction the answer stays true until its end: a process that starts then waits. */
export async function isNothingRunning(db: Queryable): Promise<boolean> {
  const { alone } = await one<{ alone: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(${RUNNING_LOCK}) as alone`,
  )
  return alone
}
