import { BACKUP_LOCK, RUNNING_LOCK } from './advisory-locks.ts'
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

/** Shows that this process uses the database until the connection ends; waits for a restore. */
export function registerRunning(pool: Pool): Promise<DedicatedConnection> {
  return openDedicatedConnection(pool.options, async (client) => {
    await exec(client, sql`select pg_advisory_lock_shared(${RUNNING_LOCK})`)
  })
}

/** In a transaction the answer stays true until its end: a process that starts then waits. */
export async function isNothingRunning(db: Queryable): Promise<boolean> {
  const { alone } = await one<{ alone: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(${RUNNING_LOCK}) as alone`,
  )
  return alone
}
