import { setImmediate as nextTurn } from 'node:timers/promises'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { inject, onTestFinished, vi } from 'vitest'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { buildApp, type Services } from '../src/app.ts'
import { signEntries } from '../src/audit/chain.ts'
import { openSession } from '../src/auth/sessions.ts'
import type { Config } from '../src/config/config.ts'
import { type Connection, connect } from '../src/db/client.ts'
import { exec, sql } from '../src/db/query.ts'
import type { Email } from '../src/email/render-email.ts'
import type { App } from '../src/http/api.ts'
import { operator } from '../src/http/caller.ts'
import { workOnce } from '../src/jobs/run-worker.ts'
import { findByRut, lockActive } from '../src/people/users-store.ts'
import { rateLimitsFor } from '../src/throttle/rate-limits.ts'
import { jobsFor } from '../src/worker.ts'
import {
  type Clone,
  cloneDatabase,
  connectTo,
  giveBack,
  type Template,
  takeClone,
} from './databases.ts'
import { testConfig } from './test-config.ts'
import { Visitor } from './visitor.ts'

export { cloneDatabase, createDatabase } from './databases.ts'
export { testConfig } from './test-config.ts'

const atOffice = { ...operator, address: '127.0.0.1', userAgent: 'lightMyRequest' }

/** `db` has the rights of the running portal, `pool` those of the owner of the tables. */
export interface Portal extends Connection {
  app: App
  config: Config
  /** Runs the due jobs in the order in which they were added, and returns every email sent so far. */
  sentEmails: () => Promise<Email[]>
  /** A browser without a session. */
  visitor: () => Visitor
  /**
   * A person of the sample cooperative with a new session, each time on the same computer. What guards a login
   * has tests of its own, and is left out.
   */
  as: (name: PersonaName) => Promise<Visitor>
  /** Logs in a person of the sample cooperative with the password. */
  logIn: (name: PersonaName) => Promise<Visitor>
}

/** The whole API on its own database. A portal without settings is used again, with the template's rows. */
export async function openPortal(
  template: Template = 'sample',
  env: NodeJS.ProcessEnv = {},
): Promise<Portal> {
  if (Object.keys(env).length > 0) return openPortalOn(await cloneDatabase(template), env)
  const used = (await takeIdle(template)) ?? (await startOnClone(template))
  const { clone, running } = used
  const owner = connectTo(clone.name)
  return present(running, owner, async () => {
    await owner.close()
    if (isAsNew(running)) {
      idle[template].push(used)
    } else {
      await running.close()
      giveBack(clone)
    }
  })
}

interface PortalOptions
  extends Partial<
    Pick<Services, 'log' | 'metrics' | 'calls' | 'uploads' | 'downloads' | 'unreadMs'>
  > {
  role?: string
}

/** The whole API on this database, of which `close` closes the connection too. */
export async function openPortalOn(
  connection: Connection,
  env: NodeJS.ProcessEnv = {},
  options: PortalOptions = {},
): Promise<Portal> {
  const running = await start(String(connection.pool.options.connectionString), env, options)
  return present(running, connection, async () => {
    await running.close()
    await connection.close()
  })
}

/** A portal for one test, with its own settings. */
export async function openPortalForTest(env: NodeJS.ProcessEnv): Promise<Portal> {
  const portal = await openPortal('sample', env)
  onTestFinished(() => portal.close())
  return portal
}

/** A running portal, as `carpeta serve` composes it. */
interface Running extends Connection {
  app: App
  config: Config
}

async function start(
  url: string,
  env: NodeJS.ProcessEnv,
  { role = 'postgres_app', ...services }: PortalOptions = {},
): Promise<Running> {
  const config = testConfig({ DATA_DIR: inject('dataDir'), ...env })
  // The portal itself has fewer rights than the tests.
  const connection = connect(url, { role, beforeCommit: signEntries(config.secretKeys) })
  const { db, pool } = connection
  const limits = rateLimitsFor(pool)
  const app = await buildApp({ db, limits, config, refusalFloorMs: 0, ...services })
  const close = async () => {
    await app.close()
    await connection.close()
  }
  return { db, pool, app, config, close }
}

interface Idle {
  clone: Clone
  running: Running
}

const idle: Record<Template, Idle[]> = { empty: [], sample: [] }

async function startOnClone(template: Template): Promise<Idle> {
  const clone = await takeClone(template)
  return { clone, running: await start(inject('serverUrl') + clone.name, {}) }
}

async function takeIdle(template: Template): Promise<Idle | undefined> {
  for (let found = idle[template].pop(); found; found = idle[template].pop()) {
    if ((await isQuiet(found.running)) && (await found.clone.restore())) return found
    await found.running.close()
    void found.clone.drop()
  }
  return undefined
}

/** Whether nothing runs that the last test began. */
async function isQuiet({ pool }: Running): Promise<boolean> {
  for (let turn = 0; turn < 1000; turn++) {
    if (pool.idleCount === pool.totalCount && pool.waitingCount === 0) return true
    await nextTurn()
  }
  return false
}

/** Whether another test may use it: it does not listen, and nothing of it was replaced. */
function isAsNew({ app }: Running): boolean {
  const isReplaced = Object.values(app.log).some((each) => vi.isMockFunction(each))
  return !app.server.listening && !isReplaced
}

function present(running: Running, owner: Connection, close: () => Promise<void>): Portal {
  const { app, config, db, pool } = running
  const emails: Email[] = []
  const { tasks } = jobsFor({
    db,
    config,
    limits: rateLimitsFor(pool),
    mailer: async (message) => void emails.push(message),
  })
  const visitor = () => new Visitor(app)
  const devices = new Map<PersonaName, string>()
  const prefix = config.publicUrl.protocol === 'https:' ? '__Host-' : ''
  const deviceCookie = `${prefix}deviceid`
  return {
    db,
    pool: owner.pool,
    app,
    config,
    visitor,
    sentEmails: async () => {
      await exec(
        owner.db,
        sql`select graphile_worker.reschedule_jobs(
          array(select id from graphile_worker.jobs where priority <> 0), priority => 0)`,
      )
      await workOnce(pool, tasks, app.log)
      return [...emails]
    },
    as: async (name) => {
      const [found] = await findByRut(db, canonicalRut(personas[name].rut) ?? '')
      const device = devices.get(name) ?? null
      const opened = await db.transaction(async (tx) => {
        const account = found && (await lockActive(tx, found.account.id))
        return account ? openSession(tx, config, atOffice, { account, device }) : null
      })
      if (!opened) throw new Error(`${name} has no account`)
      devices.set(name, opened.device)
      const person = visitor()
      person.cookies.set(`${prefix}sessionid`, opened.sessionId)
      person.cookies.set(deviceCookie, opened.device)
      await person.fetchToken()
      return person
    },
    logIn: async (name) => {
      const person = visitor()
      const device = devices.get(name)
      if (device) person.cookies.set(deviceCookie, device)
      const { status } = await person.logIn(personas[name].rut, SAMPLE_PASSWORD)
      if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
      devices.set(name, person.cookies.get(deviceCookie) ?? '')
      return person
    },
    close,
  }
}
