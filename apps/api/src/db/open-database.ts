import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { CREATE_DATABASE_LOCK, EMBEDDED_DATABASE_LOCK, PORTAL_LOCK } from './advisory-locks.ts'
import { type Connection, connect, isDatabaseDown } from './client.ts'
import { accountForPostgres, findDatabase, locationNotice } from './database-location.ts'
import { type DedicatedConnection, openDedicatedConnection } from './dedicated-connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { exec, one, sql } from './query.ts'

const DATABASE = 'carpeta'
const MAX_STARTS = 5
const CLOSE_MS = 2000

/** Another portal already uses this data folder. */
class DataFolderInUse extends UsageError {}

/** A database as its owner, who may migrate it. */
export interface OpenedDatabase extends Connection {
  /** The URL that the portal itself connects to. */
  portalUrl: string
  /** Whether `portalUrl` has a user of its own, with fewer rights than the owner. */
  hasTwoUsers: boolean
}

/**
 * Opens the database of `DATABASE_URL`, or the embedded one: the first process starts it and the
 * last one stops it.
 * @throws {DataFolderInUse} when `role` is 'portal' and another portal uses the data folder
 */
export async function openDatabase(
  config: Config,
  role: 'portal' | 'command',
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseOwnerUrl } = config
  if (databaseUrl) {
    const owner = connect(databaseOwnerUrl ?? databaseUrl)
    return { ...owner, portalUrl: databaseUrl, hasTwoUsers: databaseOwnerUrl !== undefined }
  }

  announceLocation(config.dataDir)
  let isOnlyPortal = false
  const { server, dedicated } = await enter(config.dataDir, async (client) => {
    await exec(client, sql`select pg_advisory_lock_shared(${EMBEDDED_DATABASE_LOCK})`)
    if (role === 'portal') isOnlyPortal = await tryLock(client, PORTAL_LOCK)
  })
  const leave = async () => {
    // Without a connection, while PostgreSQL restarts, it holds no lock: who leaves later stops the server.
    const isLast = await leaveLock(dedicated.client()).catch(() => false)
    // Stops under the lock: a process that arrives meanwhile waits and starts the server again.
    await dedicated.end(isLast ? server.stop : undefined)
  }
  if (role === 'portal' && !isOnlyPortal) {
    await leave()
    throw new DataFolderInUse(
      `La carpeta de datos ${config.dataDir} ya la usa otro portal en marcha. Deténgalo, o indique otra con DATA_DIR.`,
    )
  }
  await createDatabase(dedicated.client())
  const portalUrl = server.url(DATABASE)
  const connection = connect(portalUrl)
  return {
    ...connection,
    portalUrl,
    hasTwoUsers: false,
    close: async () => {
      // A job that did not stop in time may still hold a connection; the server ends it.
      await Promise.race([connection.close(), delay(CLOSE_MS, undefined, { ref: false })])
      await leave()
    },
  }
}

/** In the first line of output, before the database is made there. */
function announceLocation(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  const notice = locationNotice(findDatabase(dataDir, accountForPostgres()))
  if (notice) console.log(notice)
}

/** Starts or joins the server; retries when another process has just stopped it. */
async function enter(
  dataDir: string,
  setUp: (client: pg.Client) => Promise<void>,
): Promise<{ server: EmbeddedPostgres; dedicated: DedicatedConnection }> {
  for (let starts = 1; ; starts++) {
    const server = await startEmbeddedPostgres(dataDir)
    try {
      return { server, dedicated: await openDedicatedConnection(server.url('postgres'), setUp) }
    } catch (error) {
      if (!isDatabaseDown(error) || starts === MAX_STARTS) throw error
    }
  }
}

async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { locked } = await one<{ locked: boolean }>(
    client,
    sql`select pg_try_advisory_lock(${lock}) as locked`,
  )
  return locked
}

/** @returns whether nobody else uses the embedded database */
async function leaveLock(client: pg.Client): Promise<boolean> {
  await exec(client, sql`select pg_advisory_unlock_shared(${EMBEDDED_DATABASE_LOCK})`)
  return tryLock(client, EMBEDDED_DATABASE_LOCK)
}

async function createDatabase(client: pg.Client): Promise<void> {
  await exec(client, sql`select pg_advisory_lock(${CREATE_DATABASE_LOCK})`)
  const found = await exec(client, sql`select from pg_database where datname = ${DATABASE}`)
  if (found === 0) await exec(client, sql`create database ${sql.identifier(DATABASE)}`)
  await exec(client, sql`select pg_advisory_unlock(${CREATE_DATABASE_LOCK})`)
}
