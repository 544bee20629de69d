import type { QueryResult } from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase, connectTo } from '../../test/databases.ts'
import { WORKER_LOCK } from '../db/advisory-locks.ts'
import type { Connection } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'
import { enqueueJob, enqueueJobs, releaseOrphanedJobs, returnToPresent } from './jobs-store.ts'
import { startWorker, workOnce } from './run-worker.ts'

const silent = { error: (_message: string) => {}, warn: () => {}, info: () => {}, debug: () => {} }

let connection: Connection
beforeEach(async () => {
  const opened = await cloneDatabase('empty')
  onTestFinished(() => opened.close())
  connection = opened
})

/** A worker with a job that runs until the test ends it. */
async function startLongJob(log = silent) {
  const { db, pool } = connection
  const end = Promise.withResolvers<void>()
  let begun = 0
  const long = async () => {
    begun++
    await end.promise
  }
  const worker = await startWorker(pool, { tasks: { long } }, log, { restartMs: 500 })
  onTestFinished(async () => {
    end.resolve()
    await worker.stop()
  })
  await enqueueJob(db, 'long', {})
  await vi.waitFor(() => expect(begun).toBe(1), 60_000)
  return { end: end.resolve, begun: () => begun }
}

test('emails and loads in all their slots keep no job of each minute waiting (security 12.150)', async () => {
  const { db, pool } = connection
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const email = async () => {
    begun++
    await held.promise
  }
  const tasks = { email, chain: () => done.resolve() }
  const worker = await startWorker(pool, { tasks, slow: new Set(['email']) }, silent)
  onTestFinished(async () => {
    held.resolve()
    await worker.stop()
  })
  await enqueueJobs(db, 'email', Array(10).fill({}))
  await vi.waitFor(() => expect(begun).toBe(3), 60_000)
  await enqueueJob(db, 'chain', {})
  await done.promise
  expect(begun).toBe(3)
})

async function jobs() {
  const rows = await many<{ lockedBy: string | null }>(
    connection.db,
    sql`select locked_by from graphile_worker.jobs`,
  )
  return rows
}

async function workerLocks() {
  const rows = await many(
    connection.db,
    sql`select pid from pg_locks where locktype = 'advisory' and classid = ${WORKER_LOCK} and granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows
}

test('one run returns when the ends of its jobs are stored, however slowly', async () => {
  const { db, pool } = connection
  await exec(
    db,
    sql`create function end_slowly() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return coalesce(new, old); end $$`,
  )
  await exec(
    db,
    sql`create trigger slow before delete or update of last_error on graphile_worker._private_jobs
      for each row execute function end_slowly()`,
  )
  await enqueueJobs(db, 'email', [{}, {}])
  await enqueueJob(db, 'refused', {})
  const refused = () => Promise.reject(new Error('451 try later'))
  await workOnce(pool, { email: () => {}, refused }, silent)
  expect(await jobs()).toEqual([{ lockedBy: null }])
})

test('a running worker keeps its jobs; those of a dead one run again (§12.76, §12.613)', async () => {
  const { db, pool } = connection
  const job = await startLongJob()
  expect(await releaseOrphanedJobs(pool)).toEqual([])
  expect(await jobs()).toEqual([{ lockedBy: expect.stringMatching(/^pool-/) }])

  await exec(db, sql`update graphile_worker._private_jobs set locked_by = 'pool-dead'`)
  expect(await releaseOrphanedJobs(pool)).toEqual(['pool-dead'])
  await vi.waitFor(() => expect(job.begun()).toBe(2), 60_000)
})

test('a job that was lost with the connection before it reached its worker runs (§12.613)', async () => {
  const { db, pool } = connection
  const lost = loseNextJob(pool)
  let begun = 0
  const email = () => {
    begun++
  }
  const worker = await startWorker(pool, { tasks: { email } }, silent, {
    checkMs: 200,
    restartMs: 100,
  })
  onTestFinished(() => worker.stop())
  await enqueueJob(db, 'email', {}, { queue: 'queue' })
  await lost
  expect(await jobs()).toEqual([{ lockedBy: expect.stringMatching(/^pool-/) }])
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 60_000)
  expect(begun).toBe(1)
})

/** PostgreSQL locks a job for a worker, and the connection breaks before the answer arrives. */
function loseNextJob(pool: Connection['pool']): Promise<void> {
  const lost = Promise.withResolvers<void>()
  let isLost = false
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<QueryResult>
    const losing = async (...given: unknown[]) => {
      const result = await query(...given)
      const takesJob = /attempts = jobs\.attempts \+ 1/.test(JSON.stringify(given[0]))
      if (isLost || !takesJob || result.rows.length === 0) return result
      isLost = true
      lost.resolve()
      throw new Error('Connection terminated unexpectedly')
    }
    client.query = losing as typeof client.query
  })
  return lost.promise
}

test('a worker takes its lock again after a lost connection, and releases it when stopped', async () => {
  const { db, pool } = connection
  const worker = await startWorker(pool, { tasks: { short: () => {} } }, silent)
  const before = await workerLocks()
  expect(before).toHaveLength(1)
  await exec(
    db,
    sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = ${WORKER_LOCK}
      and database = (select oid from pg_database where datname = current_database())`,
  )
  await vi.waitFor(async () => {
    const after = await workerLocks()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  }, 60_000)
  await worker.stop()
  expect(await workerLocks()).toEqual([])
})

/** No completion can be stored any more, which ends the worker. */
async function refuseCompletions(): Promise<void> {
  await exec(
    connection.db,
    sql`create function refuse_completion() returns trigger language plpgsql as
      $$ begin perform pg_advisory_lock_shared(4711); raise exception 'not stored'; end $$`,
  )
  await exec(
    connection.db,
    sql`create trigger refuse_completion before delete on graphile_worker._private_jobs
      for each row execute function refuse_completion()`,
  )
}

test('a worker that is stopped during its restart stays stopped', async () => {
  const { db, pool } = connection
  await refuseCompletions()
  const worker = await startWorker(pool, { tasks: { short: () => {} } }, silent, {
    restartMs: 1000,
  })
  // Its query before the restart has to wait.
  const gate = await pool.connect()
  onTestFinished(() => gate.release())
  await enqueueJob(db, 'short', {})
  await vi.waitFor(async () => expect(await workerLocks()).toEqual([]), 60_000)
  await gate.query('begin; lock table graphile_worker._private_jobs')
  await vi.waitFor(async () => expect(await waitingForTables()).toBeGreaterThan(0), 60_000)
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  expect(await waitingForTables()).toBeGreaterThan(0)
  expect(isStopped).toBe(false)
  await gate.query('rollback')
  await stopped
  expect(await workerLocks()).toEqual([])

  async function waitingForTables() {
    const { rows } = await gate.query(
      `select from pg_locks where locktype = 'relation' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length
  }
})

test('while the clock of a process runs ahead of the database’s, its schedule is left as it is (security 12.950)', async () => {
  const { pool, db } = connection
  const tomorrow = new Date(Date.now() + 86_400_000)
  await exec(
    db,
    sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('ahead', now(), ${tomorrow.toISOString()})`,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: tomorrow })
  onTestFinished(() => void vi.useRealTimers())
  expect(await returnToPresent(pool)).toBe(false)
  vi.useRealTimers()
  expect(await returnToPresent(pool)).toBe(true)
})

test('after a clock that ran ahead is set back, schedule and jobs go on (security 12.950)', async () => {
  const { db, pool } = connection
  const [ticked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const tasks = { tick: () => ticked.resolve(), email: () => sent.resolve(), later: () => {} }
  const crontab = '* * * * * tick ?fill=10m'
  const times = { checkMs: 200, restartMs: 100 }
  const worker = await startWorker(pool, { tasks, crontab }, silent, times)
  onTestFinished(() => worker.stop())
  await vi.waitFor(async () => expect(await crontabs()).toHaveLength(1), 60_000)
  await db.transaction(async (tx) => {
    await enqueueJob(tx, 'email', {})
    // A moment that somebody chose stays.
    await enqueueJob(tx, 'later', {}, { runAt: new Date('2100-01-01') })
    await exec(
      tx,
      sql`update graphile_worker._private_jobs set created_at = now() + interval '1 year',
        updated_at = now() + interval '1 year', run_at = greatest(run_at, now() + interval '1 year')`,
    )
    await exec(
      tx,
      sql`update graphile_worker._private_known_crontabs
        set known_since = now() - interval '2 days', last_execution = now() + interval '1 year'`,
    )
  })
  await Promise.all([ticked.promise, sent.promise])
  expect(await crontabs()).not.toContainEqual({ isAhead: true })
  const left = await many(db, sql`select run_at from graphile_worker.jobs`)
  expect(left).toContainEqual({ runAt: new Date('2100-01-01') })

  function crontabs() {
    return many(
      db,
      sql`select last_execution > now() + interval '1 hour' as is_ahead
        from graphile_worker._private_known_crontabs`,
    )
  }
})

test('jobs whose completion cannot be stored run again, and the worker goes on (security 12.16)', async () => {
  const { db, pool } = connection
  const [first, second, third] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const ends = [first, second, third]
  let begun = 0
  const short = () => ends[begun++]?.promise
  // Both completions wait for each other, and then both fail.
  await refuseCompletions()
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(4711)')
  const waiting = async () => {
    const { rows } = await gate.query(
      `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length
  }
  const worker = await startWorker(pool, { tasks: { short } }, silent, { restartMs: 500 })
  for (const _ of ends) await enqueueJob(db, 'short', {})
  await vi.waitFor(() => expect(begun).toBe(2), 60_000)
  first?.resolve()
  await vi.waitFor(async () => expect([await waiting(), begun]).toEqual([1, 3]), 60_000)
  second?.resolve()
  await vi.waitFor(async () => expect(await waiting()).toBe(2), 60_000)
  await gate.query('select pg_advisory_unlock(4711)')
  gate.release()
  await vi.waitFor(async () => expect((await jobs()).length).toBe(3), 60_000)
  third?.resolve()
  await vi.waitFor(async () => expect(await workerLocks()).toEqual([]), 60_000)
  await exec(db, sql`drop trigger refuse_completion on graphile_worker._private_jobs`)
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 60_000)
  // The completion of the third may have been stored.
  expect(begun).toBeGreaterThanOrEqual(5)
  await worker.stop()
})

test('a job that completes while the database is away runs again, and the worker goes on (security 12.6)', async () => {
  const { db } = connection
  const errors: string[] = []
  const job = await startLongJob({ ...silent, error: (message) => void errors.push(message) })
  const rows = await many<{ name: string }>(db, sql`select current_database() as name`)
  const name = rows[0]?.name ?? ''
  const admin = await cloneDatabase('empty')
  await exec(admin.db, sql`alter database ${sql.identifier(name)} allow_connections false`)
  await exec(
    admin.db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`,
  )
  job.end()
  await vi.waitFor(() => expect(errors.join()).toMatch(/Failed to complete jobs/), 60_000)
  await exec(admin.db, sql`alter database ${sql.identifier(name)} allow_connections true`)
  await admin.close()
  // The worker gives its broken connection back to the pool, which may not have noticed yet.
  const caller = connectTo(name)
  onTestFinished(() => caller.close())
  await enqueueJob(caller.db, 'long', {})
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 60_000)
  expect(job.begun()).toBe(3)
})

test('what another system answers, with signs that PostgreSQL cannot store, ends no worker (security 10.134)', async () => {
  const { db, pool } = connection
  const warnings: string[] = []
  const log = { ...silent, warn: (message: string) => void warnings.push(message) }
  const done = Promise.withResolvers<void>()
  const tasks = {
    send: () => {
      // As the mail server wrote it.
      throw new Error('451 try\u0000again\ud800')
    },
    next: () => done.resolve(),
  }
  const worker = await startWorker(pool, { tasks }, log, { restartMs: 500 })
  onTestFinished(() => worker.stop())
  await enqueueJob(db, 'send', {})
  await vi.waitFor(async () => {
    const failed = await many(db, sql`select last_error from graphile_worker._private_jobs`)
    expect(failed).toMatchObject([{ lastError: expect.stringMatching(/451 try.again/) }])
  }, 60_000)
  await enqueueJob(db, 'next', {})
  await done.promise
  expect(warnings).toEqual([])
})
