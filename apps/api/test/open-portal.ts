import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { buildApp, type Services } from '../src/app.ts'
import { signEntries } from '../src/audit/chain/sign-entries.ts'
import type { Config } from '../src/config/config.ts'
import { type Connection, connect } from '../src/db/client.ts'
import type { Email } from '../src/email/render-email.ts'
import type { App } from '../src/http/api.ts'
import { workOnce } from '../src/jobs/run-worker.ts'
import { rateLimitsFor } from '../src/throttle/rate-limits.ts'
import { jobsFor } from '../src/worker.ts'
import { testConfig } from './test-config.ts'
import { Visitor } from './visitor.ts'

export { testConfig } from './test-config.ts'

/** `db` has the rights of the running portal, `pool` those of the owner of the tables. */
export interface Portal extends Connection {
  app: App
  config: Config
  /** Runs the due jobs and returns every email sent so far. */
  sentEmails: () => Promise<Email[]>
  /** A browser without a session. */
  visitor: () => Visitor
  /** Logs in a person of the sample cooperative, each time on the same computer. */
  as: (name: PersonaName) => Promise<Visitor>
}

/** Clones a template; `close` drops the database. */
export function cloneDatabase(template: 'empty' | 'sample'): Promise<Connection> {
  return createDatabase(`template_${template}`)
}

/** A new database, without tables unless it copies another one; `close` drops it. */
export async function createDatabase(
  template = 'template1',
  serverUrl = inject('serverUrl'),
): Promise<Connection> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = administered(serverUrl)
  await server.query(`create database ${name} template ${template}`)
  const connection = connect(serverUrl + name, {
    beforeCommit: signEntries(testConfig().secretKeys),
  })
  return {
    ...connection,
    close: async () => {
      await connection.close()
      // Nobody waits for it: PostgreSQL polls for the end of the last connection.
      void server.query(`drop database ${name} with (force)`).catch(() => {})
    },
  }
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

/** The whole API on its own database. */
export async function openPortal(
  template: 'empty' | 'sample' = 'sample',
  env: NodeJS.ProcessEnv = {},
): Promise<Portal> {
  return openPortalOn(await cloneDatabase(template), env)
}

interface PortalOptions extends Partial<Pick<Services, 'log' | 'metrics'>> {
  role?: string
}

/** The whole API on this database, of which `close` closes the connection too. */
export async function openPortalOn(
  connection: Connection,
  env: NodeJS.ProcessEnv = {},
  { role = 'postgres_app', ...services }: PortalOptions = {},
): Promise<Portal> {
  const config = testConfig({ DATA_DIR: inject('dataDir'), ...env })
  // The portal itself has fewer rights than the tests.
  const running = connect(String(connection.pool.options.connectionString), {
    role,
    beforeCommit: signEntries(config.secretKeys),
  })
  const { db, pool } = running
  const limits = rateLimitsFor(pool)
  const app = await buildApp({ db, limits, config, refusalFloorMs: 0, ...services })
  const emails: Email[] = []
  const { tasks } = jobsFor({
    db,
    config,
    limits,
    mailer: async (message) => void emails.push(message),
  })
  const visitor = () => new Visitor(app)
  const devices = new Map<PersonaName, [string, string]>()
  return {
    db,
    pool: connection.pool,
    app,
    config,
    visitor,
    sentEmails: async () => {
      await workOnce(pool, tasks, app.log)
      return emails
    },
    as: async (name) => {
      const person = visitor()
      const device = devices.get(name)
      if (device) person.cookies.set(...device)
      const { status } = await person.logIn(personas[name].rut, SAMPLE_PASSWORD)
      if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
      const given = [...person.cookies].find(([cookie]) => cookie.endsWith('deviceid'))
      if (given) devices.set(name, given)
      return person
    },
    close: async () => {
      await app.close()
      await running.close()
      await connection.close()
    },
  }
}

/** A portal for one test, with its own settings. */
export async function openPortalForTest(env: NodeJS.ProcessEnv): Promise<Portal> {
  const portal = await openPortal('sample', env)
  onTestFinished(() => portal.close())
  return portal
}
