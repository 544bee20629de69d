import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { buildApp } from '../../src/app.ts'
import { prepareDatabase } from '../../src/cli/prepare-database.ts'
import type { PreparedDatabase } from '../../src/db/client.ts'
import { type Connection, callLimits } from '../../src/db/client.ts'
import { one, sql } from '../../src/db/query.ts'
import type { App } from '../../src/http/api.ts'
import { startWorker } from '../../src/jobs/run-worker.ts'
import { rateLimitsFor } from '../../src/throttle/rate-limits.ts'
import { cloneDatabase } from '../open-portal.ts'
import { pdf } from '../sample-files.ts'
import { testConfig } from '../test-config.ts'
import { json, upload, Visitor } from '../visitor.ts'

// A portal with the fewest connections that its settings allow, composed as `carpeta serve` does.
vi.setConfig({ testTimeout: 120_000 })

const UPLOADS = 50
const silent = { error() {}, warn() {}, info() {}, debug() {} }

let database: Connection
let portal: PreparedDatabase
let calls: Connection
let app: App
let origin: string
let rosa: Visitor
const endings: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await cloneDatabase('sample')
  endings.push(database.close)
  const config = testConfig({
    DATA_DIR: inject('dataDir'),
    DATABASE_CALL_CONNECTIONS: '2',
    DATABASE_JOB_CONNECTIONS: '8',
  })
  const portalUrl = String(database.pool.options.connectionString)
  portal = await prepareDatabase({ ...database, portalUrl, hasTwoUsers: false }, config)
  endings.push(portal.close)
  calls = portal.open(callLimits)
  endings.push(calls.close)
  const uploads = { max: UPLOADS, maxOfOwner: UPLOADS }
  app = await buildApp({
    db: calls.db,
    limits: rateLimitsFor(calls.pool),
    config,
    refusalFloorMs: 0,
    uploads,
  })
  endings.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  rosa = new Visitor(app)
  expect((await rosa.logIn(personas.rosa.rut, SAMPLE_PASSWORD)).status).toBe(200)
})
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

async function readSales(): Promise<void> {
  const reads = Array.from({ length: 10 }, () => rosa.get('/api/sales-data/'))
  const statuses = (await Promise.all(reads)).map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 200))
}

/** An upload of which only the beginning arrives. */
function beginUpload(): ClientRequest {
  const sending = request(`${origin}/api/upload-document/`, {
    method: 'POST',
    headers: {
      ...rosa.headers(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 100_000,
    },
  })
  sending.on('error', () => {})
  sending.write(
    '--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  )
  return sending
}

const tryUpload = () => rosa.post('/api/upload-document/', upload(pdf(), { request_id: 1 }))

test('fifty uploads that stay open hold no connection: reads answer, and one upload more is refused (§12.577)', async () => {
  const open = Array.from({ length: UPLOADS + 1 }, beginUpload)
  const answers = open.map((sending) => once(sending, 'response') as Promise<[IncomingMessage]>)
  const [first] = await Promise.race(answers)
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '5'])
  expect((await tryUpload()).status).toBe(503)
  await readSales()
  await vi.waitFor(() => expect(calls.pool.idleCount).toBe(calls.pool.totalCount), 60_000)
  for (const answer of answers) answer.catch(() => {})
  for (const sending of open) sending.destroy()
  // Her request takes no document, and the file was received.
  await vi.waitFor(async () => expect((await tryUpload()).status).toBe(409), 60_000)
})

test('jobs that hold all their connections leave reads and writes alone (§12.578)', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { max = 0 } = portal.pool.options
  const holding = Array.from({ length: max }, () =>
    portal.db.transaction(async (tx) => {
      await one(tx, sql`select 1 as one`)
      await released
    }),
  )
  await vi.waitFor(
    () => expect([portal.pool.totalCount, portal.pool.idleCount]).toEqual([max, 0]),
    60_000,
  )
  await readSales()
  const answer = await rosa.post('/api/request/create/', json(await draftOf()))
  expect(answer.status).toBe(201)
  release()
  await Promise.all(holding)
})

test('twenty changes of Rosa that wait for her account hold one connection: Hernán reads meanwhile (security 10.150)', async () => {
  const hernan = new Visitor(app)
  expect((await hernan.logIn(personas.hernan.rut, SAMPLE_PASSWORD)).status).toBe(200)
  const draft = json(await draftOf())
  const gate = await database.pool.connect()
  onTestFinished(() => gate.release(true))
  await gate.query('begin')
  await gate.query('select from users where rut = $1 for update', [personas.rosa.rut])
  const changes = Array.from({ length: 20 }, () => rosa.post('/api/request/create/', draft))
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await vi.waitFor(async () => expect((await gate.query(waiting)).rowCount).not.toBe(0), 60_000)
  expect((await hernan.get('/api/sales-data/')).status).toBe(200)
  await gate.query('commit')
  for (const { status } of await Promise.all(changes)) expect(status).toBe(201)
})

test('a job runs while reads keep all connections of the calls busy (§12.578)', async () => {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const tasks = {
    count: async () => {
      await one(portal.db, sql`select count(*)::int as count from users`)
      finish()
    },
  }
  const worker = await startWorker(portal.pool, { tasks }, silent)
  let isDone = false
  void done.then(() => {
    isDone = true
  })
  const flood = (async () => {
    while (!isDone) await readSales()
  })()
  await one(portal.db, sql`select (graphile_worker.add_job('count')).id`)
  await Promise.all([done, flood])
  await worker.stop()
})

async function draftOf(): Promise<object> {
  const { body } = await rosa.get('/api/procedures/')
  return { procedure_id: body.results[0].id, sale_code: 'V-1001', comment: 'En borrador' }
}
