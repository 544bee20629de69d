import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { type Connection, connect } from './client.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const DATABASE = 'carpeta'
// Session locks of PostgreSQL: they vanish with the process that held them, even under kill -9.
const IN_USE_LOCK = 72_010_002
const PORTAL_LOCK = 72_010_003
const RETAKE_MS = 300

/** Another portal already serves from this data folder. */
export class DataFolderInUse extends Error {}

/**
 * The database of `DATABASE_URL`, or the embedded one: started if it does not run, and stopped by
 * the last of our processes that leaves.
 * @throws {DataFolderInUse} when `role` is 'portal' and another portal has the data folder.
 */
export async function openDatabase(
  config: Config,
  role: 'portal' | 'command',
): Promise<Connection & { movedTo: string | null }> {
  if (config.databaseUrl) return { ...connect(config.databaseUrl), movedTo: null }

  const server = await startEmbeddedPostgres(join(config.dataDir, 'postgres'))
  const url = server.url('postgres')
  let isLeaving = false
  let presence = await takePresence()

  /** A restarted PostgreSQL forgets its locks: they are taken again as soon as it is back. */
  async function takePresence(): Promise<pg.Client> {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK])
    client.on('end', () => {
      if (!isLeaving) void retakePresence()
    })
    return client
  }

  async function retakePresence(): Promise<void> {
    while (!isLeaving) {
      try {
        presence = await takePresence()
        if (role === 'portal') await tryLock(presence, PORTAL_LOCK)
        return
      } catch {
        await delay(RETAKE_MS, null, { ref: false })
      }
    }
  }

  const leave = async () => {
    isLeaving = true
    await presence.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    const last = await tryLock(presence, IN_USE_LOCK)
    await presence.end()
    if (last) await server.stop()
  }
  if (role === 'portal' && !(await tryLock(presence, PORTAL_LOCK))) {
    await leave()
    throw new DataFolderInUse(
      `La carpeta de datos ${config.dataDir} ya la usa otro portal en marcha. Deténgalo, o indique otra con DATA_DIR.`,
    )
  }
  await createDatabase(presence)
  const connection = connect(server.url(DATABASE))
  return {
    ...connection,
    movedTo: server.movedTo,
    close: async () => {
      await connection.close()
      await leave()
    },
  }
}

async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lock])
  return rows[0].locked
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
    DATABASE,
  ])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}
