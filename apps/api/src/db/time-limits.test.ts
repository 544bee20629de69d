import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OwnPostgres, openOwnPostgres, ways } from '../../test/frozen-postgres.ts'
import { type Connection, connect, isDatabaseDown, type TimeLimits } from './client.ts'
import { exec, many, one, sql } from './query.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const limits: TimeLimits = {
  connectMs: 60_000,
  statementMs: 30_000,
  lockMs: 30_000,
  idleInTransactionMs: 30_000,
}

let postgres: OwnPostgres
let stop: () => Promise<void>
beforeAll(async () => {
  postgres = await openOwnPostgres((work) => {
    stop = work
  })
})
afterAll(() => stop())
beforeEach(() => postgres.thaw())

const one1 = sql`select 1 as value`

/** Resolves to whether the statement failed because the database is down. */
const isDown = (statement: Promise<unknown>) => statement.then(() => false, isDatabaseDown)

describe.each(ways)('over %s', (way) => {
  function open(own?: Partial<TimeLimits>): Connection {
    const connection = connect(postgres.urls[way], own && { limits: { ...limits, ...own } })
    onTestFinished(async () => {
      postgres.thaw()
      await connection.close()
    })
    return connection
  }

  test('statements fail while the database is frozen, on open connections and on new ones, and work again afterwards (security 12.5)', async () => {
    const { db, pool } = open({ statementMs: 1000 })
    await Promise.all([one(db, one1), one(db, one1), one(db, one1)])
    expect(pool.idleCount).toBe(3)
    pool.options.connectionTimeoutMillis = 1000
    postgres.freeze()
    const statements = Array.from({ length: 15 }, () => isDown(one(db, one1)))
    expect(await Promise.all(statements)).toEqual(Array(15).fill(true))
    expect(await isDown(one(db, one1))).toBe(true)
    expect(pool.totalCount).toBe(0)
    postgres.thaw()
    // A busy machine may need longer.
    pool.options.connectionTimeoutMillis = limits.connectMs
    const numbers = Array.from({ length: 15 }, (_, n) => one(db, sql`select ${n}::int as value`))
    expect(await Promise.all(numbers)).toEqual(numbers.map((_, value) => ({ value })))
  })

  test('statements fail while the database is away, on open connections and on new ones, and work again afterwards (security 12.6, security 12.236)', async () => {
    const { db, pool } = open({})
    await Promise.all([one(db, one1), one(db, one1), one(db, one1)])
    expect(pool.idleCount).toBe(3)
    postgres.stop()
    for (let turn = 0; turn < 5; turn++) expect(await isDown(one(db, one1))).toBe(true)
    postgres.start()
    expect(await one(db, one1)).toEqual({ value: 1 })
  })

  test('a transaction that meets the silence fails and leaves nothing behind (security 12.18)', async () => {
    const { db } = open({ statementMs: 1000 })
    await exec(db, sql`drop table if exists notes`)
    await exec(db, sql`create table notes (text text)`)
    const work = db.transaction(async (tx) => {
      await exec(tx, sql`insert into notes values ('a medias')`)
      postgres.freeze()
      await exec(tx, sql`insert into notes values ('nunca')`)
    })
    expect(await isDown(work)).toBe(true)
    postgres.thaw()
    await db.transaction((tx) => exec(tx, sql`insert into notes values ('después')`))
    expect(await many(db, sql`select text from notes`)).toEqual([{ text: 'después' }])
  })

  test('a statement that waits for a lock, or runs, for too long fails (security 12.18)', async () => {
    const { db } = open()
    const limited = open({ lockMs: 300, statementMs: 600 })
    await exec(db, sql`drop table if exists locked`)
    await exec(db, sql`create table locked (text text)`)
    await db.transaction(async (tx) => {
      await exec(tx, sql`lock table locked`)
      expect(await isDown(many(limited.db, sql`select from locked`))).toBe(true)
    })
    expect(await many(limited.db, sql`select from locked`)).toEqual([])
    expect(await isDown(exec(limited.db, sql`select pg_sleep(60)`))).toBe(true)
    expect(await one(limited.db, one1)).toEqual({ value: 1 })
  })

  test('a statement whose process alone is stopped fails after the limit of statements', async () => {
    const { db } = open({ statementMs: 500 })
    const { pid } = await one<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
    expect(await isDown(one(db, one1))).toBe(true)
    expect(await one(db, one1)).toEqual({ value: 1 })
  })

  test('a transaction in which nothing runs for too long ends (security 12.18)', async () => {
    const { db } = open({ idleInTransactionMs: 300 })
    const observer = open()
    const work = db.transaction(async (tx) => {
      await one(tx, one1)
      await vi.waitFor(async () => {
        const open = await many(
          observer.db,
          sql`select from pg_stat_activity where state = 'idle in transaction'`,
        )
        expect(open).toEqual([])
      }, 60_000)
      await one(tx, one1)
    })
    expect(await isDown(work)).toBe(true)
  })

  test('a job without limits goes on after the freeze (security 12.18)', async () => {
    const { db } = open()
    await one(db, one1)
    postgres.freeze()
    const statement = one(db, one1)
    const limited = open({ connectMs: 1000 })
    expect(await isDown(one(limited.db, one1))).toBe(true)
    postgres.thaw()
    expect(await statement).toEqual({ value: 1 })
  })
})
