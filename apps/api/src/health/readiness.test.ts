import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import type { Connection } from '../db/client.ts'
import { connect } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { startWorker } from '../jobs/run-worker.ts'
import { readinessOf } from './readiness.ts'

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const times = { workerMs: 0, storageMs: 0, storageTimeoutMs: 10_000 }

let connection: Connection
beforeAll(async () => {
  connection = await cloneDatabase('empty')
  return connection.close
})

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-ready-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const storageIn = (folder: string) => documentStorageAt({ kind: 'folder', folder })

test('a process without jobs is ready without a worker; one with jobs needs any that runs (§12.535)', async () => {
  const { db, pool } = connection
  const storage = storageIn(folderOf())
  const missing = async (runsJobs: boolean) => [
    ...(await readinessOf({ db, storage, runsJobs }, times)()).keys(),
  ]
  expect(await missing(false)).toEqual([])
  expect(await missing(true)).toEqual(['worker'])
  const worker = await startWorker(pool, { tasks: { none: () => {} } }, silent)
  onTestFinished(() => worker.stop())
  expect(await missing(true)).toEqual([])
})

test('who asks while it is examined costs nothing (security 10.953)', async () => {
  const { db } = connection
  let asked = 0
  const query: typeof db.query = (statement) => {
    asked++
    return db.query(statement)
  }
  const storage = storageIn(folderOf())
  const ready = readinessOf({ db: { ...db, query }, storage, runsJobs: false })
  await ready()
  const once = asked
  await Promise.all(Array.from({ length: 100 }, ready))
  expect(asked).toBe(2 * once)
})

test('a worker that ended a moment ago still counts: it starts again by itself', async () => {
  const { db, pool } = connection
  const storage = storageIn(folderOf())
  const ready = readinessOf({ db, storage, runsJobs: true })
  const worker = await startWorker(pool, { tasks: { none: () => {} } }, silent)
  expect([...(await ready())]).toEqual([])
  await worker.stop()
  expect([...(await ready())]).toEqual([])
})

test('documents that cannot be written are told, and an answer counts for a while (§12.535)', async () => {
  const { db } = connection
  const folder = folderOf()
  const place = join(folder, 'documents')
  writeFileSync(place, 'a file in the place of the folder')
  const services = { db, storage: storageIn(place), runsJobs: false }
  const [always, seldom] = [readinessOf(services, times), readinessOf(services)]
  expect([...(await always()).keys()]).toEqual(['storage'])
  expect([...(await seldom()).keys()]).toEqual(['storage'])
  rmSync(place)
  expect([...(await always()).keys()]).toEqual([])
  expect([...(await seldom()).keys()]).toEqual(['storage'])
})

test('a storage that does not answer is missing, and delays the answer no longer than its limit', async () => {
  const { db } = connection
  const storage = { check: () => new Promise<void>(() => {}) }
  const ready = readinessOf({ db, storage, runsJobs: false }, { ...times, storageTimeoutMs: 50 })
  expect([...(await ready()).keys()]).toEqual(['storage'])
})

test('a storage that answered too late on a busy machine is back with its answer', async () => {
  const { db } = connection
  const answer = Promise.withResolvers<void>()
  const services = { db, storage: { check: () => answer.promise }, runsJobs: false }
  const ready = readinessOf(services, { ...times, storageMs: 60_000, storageTimeoutMs: 50 })
  expect([...(await ready()).keys()]).toEqual(['storage'])
  answer.resolve()
  await answer.promise
  expect([...(await ready()).keys()]).toEqual([])
})

test('migrations that are not applied are told; those of a newer portal are not missing (§12.535)', async () => {
  const { db } = connection
  const storage = storageIn(folderOf())
  const ready = readinessOf({ db, storage, runsJobs: false }, times)
  const shift = (ms: number) =>
    exec(db, sql`update drizzle.__drizzle_migrations set created_at = created_at + ${ms}`)
  await shift(-1)
  expect([...(await ready()).keys()]).toEqual(['migrations'])
  await shift(86_400_001)
  expect([...(await ready()).keys()]).toEqual([])
  await shift(-86_400_000)
})

test('without the database only that and the storage are told (§12.535)', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => nowhere.close())
  const storage = { check: () => Promise.reject(new Error('full')) }
  const ready = readinessOf({ db: nowhere.db, storage, runsJobs: true }, times)
  expect([...(await ready()).keys()]).toEqual(['database', 'storage'])
})
