import { buildApp } from '../src/app.ts'
import type { Config } from '../src/config/config.ts'
import {
  type Connection,
  callLimits,
  type JobDatabase,
  type PreparedDatabase,
  type Queryable,
} from '../src/db/client.ts'
import { rateLimitsFor } from '../src/throttle/rate-limits.ts'
import { Visitor } from '../test/visitor.ts'
import { pagesTouchedBy } from './pages-touched.ts'

export const CALLS = 5

/** How long PostgreSQL may take for a call of a screen, in milliseconds. */
export const MAX_MS = 300

export interface Measured {
  status: number
  /** Medians: the whole call, and its statements. */
  callMs: number
  statementsMs: number
  statements: number
  pages: number
}

interface TimedPortal {
  logIn: (username: string, password: string) => Promise<Visitor>
  measure: (visitor: Visitor, url: string) => Promise<Measured>
  close: () => Promise<void>
}

/** A portal on this database that counts what the statements of a call take. */
export async function openTimedPortal(
  prepared: PreparedDatabase,
  owner: Connection,
  config: Config,
): Promise<TimedPortal> {
  const calls = prepared.open(callLimits)
  const pages = pagesTouchedBy(calls.pool, owner)
  const timed = timedDatabase(calls.db)
  const limits = rateLimitsFor(calls.pool)
  const app = await buildApp({ db: timed.db, limits, config, refusalFloorMs: 0 })
  return {
    logIn: async (username, password) => {
      const visitor = new Visitor(app)
      const { status } = await visitor.logIn(username, password)
      if (status !== 200) throw new Error(`${username} cannot log in: ${status}`)
      return visitor
    },
    measure: (visitor, url) => medians(() => visitor.get(url), timed.read, pages),
    close: async () => {
      await app.close()
      await calls.close()
    },
  }
}

/** The same database, which adds up how long its statements took. */
function timedDatabase(db: JobDatabase) {
  let [ms, count] = [0, 0]
  // In place: the audit log recognises a transaction by its object.
  const time = <Part extends Queryable>(part: Part): Part => {
    const { query } = part
    part.query = async (statement) => {
      const start = performance.now()
      try {
        return await query(statement)
      } finally {
        ms += performance.now() - start
        count += 1
      }
    }
    return part
  }
  const { transaction } = db
  time(db).transaction = db.uncheckedTransaction = (work) => transaction((tx) => work(time(tx)))
  const read = () => {
    const past = { statementsMs: ms, statements: count }
    ;[ms, count] = [0, 0]
    return past
  }
  return { db, read }
}

async function medians(
  call: () => Promise<{ status: number }>,
  read: () => { statementsMs: number; statements: number },
  pages: () => Promise<number>,
): Promise<Measured> {
  const calls: Measured[] = []
  for (let done = 0; done < CALLS; done++) {
    const before = await pages()
    read()
    const start = performance.now()
    const { status } = await call()
    const timed = { status, callMs: performance.now() - start, ...read() }
    calls.push({ ...timed, pages: (await pages()) - before })
  }
  const median = (of: (one: Measured) => number) =>
    calls.map(of).toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0
  return {
    status: Math.max(...calls.map(({ status }) => status)),
    callMs: median((one) => one.callMs),
    statementsMs: median((one) => one.statementsMs),
    statements: median((one) => one.statements),
    pages: median((one) => one.pages),
  }
}
