import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { signEntries } from '../src/audit/chain.ts'
import { type Connection, connect } from '../src/db/client.ts'
import { testConfig } from './test-config.ts'

export type Template = 'empty' | 'sample'

/** A database larger than a new clone is not used again, and one that was used so often may be. */
const MAX_USES = 50
const MAX_IDLE = 3
const QUIET_MS = 5000

/** A clone of a template; used again by later tests, with the template's rows. */
export interface Clone {
  name: string
  template: Template
  uses: number
  /** Gives the rows back. @returns false when it cannot become as a new clone */
  restore: () => Promise<boolean>
  drop: () => Promise<void>
}

const idle: Record<Template, Clone[]> = { empty: [], sample: [] }

/** A database as the template left it. */
export async function takeClone(template: Template): Promise<Clone> {
  for (let clone = idle[template].pop(); clone; clone = idle[template].pop()) {
    if (await clone.restore()) return clone
    void clone.drop()
  }
  return newClone(template)
}

/** Nothing may be connected to it any more. */
export function giveBack(clone: Clone): void {
  const others = idle[clone.template]
  if (clone.uses < MAX_USES && others.length < MAX_IDLE) others.push(clone)
  else void clone.drop()
}

/** A clone of a template; `close` gives it back. */
export async function cloneDatabase(template: Template): Promise<Connection> {
  const clone = await takeClone(template)
  const connection = connectTo(clone.name)
  return {
    ...connection,
    close: async () => {
      await connection.close()
      giveBack(clone)
    },
  }
}

/** A new database, without tables unless it copies another one; `close` drops it. */
export async function createDatabase(
  template = 'template1',
  serverUrl = inject('serverUrl'),
): Promise<Connection> {
  const name = await create(template, serverUrl)
  const connection = connectTo(name, serverUrl)
  return {
    ...connection,
    close: async () => {
      await connection.close()
      void drop(name, serverUrl)
    },
  }
}

export function connectTo(name: string, serverUrl = inject('serverUrl')): Connection {
  return connect(serverUrl + name, { beforeCommit: signEntries(testConfig().secretKeys) })
}

async function newClone(template: Template): Promise<Clone> {
  const serverUrl = inject('serverUrl')
  const name = await create(`template_${template}`, serverUrl)
  // Its own connection: PostgreSQL plans the many statements of `restore` once for each.
  let restorer: Promise<pg.Client> | undefined
  const clone: Clone = {
    name,
    template,
    uses: 1,
    restore: async () => {
      clone.uses += 1
      restorer ??= openClient(serverUrl + name)
      try {
        const client = await restorer
        if (!(await isQuiet(client))) return false
        const { rows } = await client.query('select saved_rows.restore() as result')
        return rows[0].result === 'restored'
      } catch {
        return false
      }
    },
    drop: async () => {
      await restorer?.then((client) => client.end()).catch(() => {})
      await drop(name, serverUrl)
    },
  }
  return clone
}

/** Whether the statements of the last test have ended. */
async function isQuiet(client: pg.Client): Promise<boolean> {
  const end = performance.now() + QUIET_MS
  for (;;) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (rowCount === 0) return true
    if (performance.now() > end) return false
    await delay(5)
  }
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function create(template: string, serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administered(serverUrl).query(`create database ${name} template ${template}`)
  return name
}

/** Nobody waits for it: PostgreSQL polls for the end of the last connection. */
async function drop(name: string, serverUrl: string): Promise<void> {
  await administered(serverUrl)
    .query(`drop database ${name} with (force)`)
    .catch(() => {})
}

const servers = new Map<string, pg.Pool>()

/** Connections that create and drop databases of a server. */
function administered(serverUrl: string): pg.Pool {
  const known = servers.get(serverUrl)
  if (known) return known
  const pool = new pg.Pool({
    connectionString: `${serverUrl}postgres`,
    max: 4,
    allowExitOnIdle: true,
  })
  // A test may stop its own server.
  pool.on('error', () => {})
  servers.set(serverUrl, pool)
  return pool
}
