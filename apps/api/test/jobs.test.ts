import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../src/db/client.ts'
import { queueJob } from '../src/jobs/jobs-store.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { freeJobsOfTheDead } from '../src/jobs/workers-store.ts'
import { cloneDatabase } from './open-portal.ts'

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const crontab = '# nothing by the clock'

let connection: Connection
beforeEach(async () => {
  const opened = await cloneDatabase('empty')
  onTestFinished(() => opened.close())
  connection = opened
})

/** A worker at a job that lasts until the test lets it end. */
async function startLongJob() {
  const { db, pool } = connection
  const end = Promise.withResolvers<void>()
  let begun = 0
  const long = async () => {
    begun++
    await end.promise
  }
  const worker = await startWorker(pool, { long }, crontab, silent)
  onTestFinished(async () => {
    end.resolve()
    await worker.stop()
  })
  await queueJob(db, 'long', {})
  await vi.waitFor(() => expect(begun).toBe(1))
  return { end: end.resolve, begun: () => begun }
}

async function jobs() {
  const { rows } = await connection.db.execute<{ locked_by: string | null }>(
    sql`select locked_by from graphile_worker.jobs`,
  )
  return rows
}

async function signsOfLife() {
  const { rows } = await connection.db.execute(sql`
    select pid from pg_locks where locktype = 'advisory' and classid = 72010004 and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows
}

test('what a living worker is at is left to it; what a dead one had begun goes on', async () => {
  const { db, pool } = connection
  const job = await startLongJob()
  expect(await freeJobsOfTheDead(pool)).toEqual([])
  expect(await jobs()).toEqual([{ locked_by: expect.stringMatching(/^pool-/) }])

  await db.execute(sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead'`)
  expect(await freeJobsOfTheDead(pool)).toEqual(['pool-of-the-dead'])
  await vi.waitFor(() => expect(job.begun()).toBe(2), 10_000)
})

test('a worker shows again that it lives when the database forgot it, and no more once stopped', async () => {
  const { db, pool } = connection
  const worker = await startWorker(pool, {}, crontab, silent)
  const before = await signsOfLife()
  expect(before).toHaveLength(1)
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 72010004
      and database = (select oid from pg_database where datname = current_database())`)
  await vi.waitFor(async () => {
    const after = await signsOfLife()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  }, 10_000)
  await worker.stop()
  expect(await signsOfLife()).toEqual([])
})

test('when the database was away at the end of a job, that job is done again and the worker goes on', async () => {
  const { db, pool } = connection
  const job = await startLongJob()
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const name = rows[0]?.name ?? ''
  const admin = await cloneDatabase('empty')
  await admin.db.execute(sql`alter database ${sql.identifier(name)} allow_connections false`)
  await admin.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`,
  )
  job.end()
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), 10_000)
  await admin.db.execute(sql`alter database ${sql.identifier(name)} allow_connections true`)
  await admin.close()
  await queueJob(db, 'long', {})
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 20_000)
  expect(job.begun()).toBe(3)
})
