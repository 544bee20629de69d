import { BACKUP_LOCK } from '../advisory-locks.ts'
import type { Pool, Queryable } from '../client.ts'
import { type DedicatedConnection, openDedicatedConnection } from '../dedicated-connection.ts'
import { exec, one, sql } from '../query.ts'

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
