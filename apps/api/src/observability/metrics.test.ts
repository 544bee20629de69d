import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { scrape, sumOf } from '../../test/deploy/scrape.ts'
import { freePort } from '../../test/free-port.ts'
import { cloneDatabase, openPortalOn, type Portal } from '../../test/open-portal.ts'
import { json } from '../../test/visitor.ts'
import { connect, scrapeLimits } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { readPortalData } from '../system/portal-data.ts'
import { type Metrics, openMetrics, type PortalData, serveMetrics } from './metrics.ts'

let portal: Portal
let metrics: Metrics
let port: number
const endings: (() => Promise<void>)[] = []
beforeAll(async () => {
  const database = await cloneDatabase('sample')
  const { db } = database
  metrics = openMetrics({
    version: '9.9.9',
    pools: { calls: database.pool },
    readData: () => readPortalData(db, new Date()),
  })
  portal = await openPortalOn(database, {}, { metrics })
  port = await freePort()
  const stop = await serveMetrics(metrics, { port, host: '127.0.0.1' })
  endings.push(stop, portal.close)
})
afterAll(async () => {
  for (const end of endings) await end()
})

const CALLS = 'carpeta_http_requests_total'

test('calls are counted by method, route and status, and their time is measured (§12.533)', async () => {
  const labels = { method: 'GET', route: '/api/sales-data/', status: '200' }
  const rosa = await portal.as('rosa')
  const before = sumOf(await scrape(port), CALLS, labels) || 0
  await rosa.get('/api/sales-data/')
  await rosa.get('/api/sales-data/?format=json')
  const samples = await scrape(port)
  expect(sumOf(samples, CALLS, labels)).toBe(before + 2)
  const { status: _, ...timed } = labels
  const name = 'carpeta_http_request_duration_seconds'
  expect(sumOf(samples, `${name}_count`, timed)).toBe(before + 2)
  expect(sumOf(samples, `${name}_sum`, timed)).toBeGreaterThan(0)
  expect(sumOf(samples, 'carpeta_build_info', { version: '9.9.9' })).toBe(1)
  expect(sumOf(samples, 'carpeta_database_connections', { pool: 'calls' })).toBeGreaterThan(0)
  expect(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

test('what nobody serves is one route, and no label holds what a client sent (security 11.73)', async () => {
  const anyone = portal.visitor()
  const secret = 's3cr3t-12345678-5'
  for (const path of [`/api/${secret}/`, `/api/statements/${secret}/`, `/${secret}`]) {
    await anyone.get(`${path}?token=${secret}`)
  }
  await portal.app.inject({ method: 'PROPFIND' as 'GET', url: `/api/${secret}/` })
  await anyone.logIn(personas.rosa.rut, secret)
  const samples = await scrape(port)
  expect(sumOf(samples, CALLS, { route: 'unknown', status: '404' })).toBeGreaterThan(0)
  expect(sumOf(samples, CALLS, { route: '/api/statements/:folio/' })).toBe(1)
  const values = samples.flatMap(({ labels }) => Object.values(labels))
  for (const value of values) {
    expect(value).not.toMatch(/s3cr3t|\d{7,8}-[\dkK]|@/)
  }
})

test('refused logins are counted by reason (§12.533)', async () => {
  const count = async (reason: string) =>
    sumOf(await scrape(port), 'carpeta_login_failures_total', { reason })
  const [credentials, other] = [await count('wrong_credentials'), await count('other')]
  await portal.visitor().logIn(personas.hernan.rut, 'Una-clave-equivocada-9')
  await portal.visitor().logIn('', '')
  await portal.as('hernan')
  expect(await count('wrong_credentials')).toBe(credentials + 1)
  expect(await count('other')).toBe(other + 1)
  expect(await count('throttled')).toBe(0)
})

test('an email is due until it is sent, and a job that failed for good stays counted (§12.533)', async () => {
  const task = { task: 'send_restore_email' }
  const anyone = portal.visitor()
  await portal.sentEmails()
  await anyone.fetchToken()
  const asked = json({ social_security: personas.rosa.rut })
  expect((await anyone.post('/api/send-restore-password-ss/', asked)).status).toBe(200)
  const waiting = await scrape(port)
  expect(sumOf(waiting, 'carpeta_jobs', { ...task, state: 'due' })).toBe(1)
  expect(sumOf(waiting, 'carpeta_jobs_oldest_due_seconds', task)).toBeGreaterThan(0)
  expect(sumOf(waiting, 'carpeta_emails_waiting')).toBe(1)
  expect(sumOf(waiting, 'carpeta_emails_oldest_seconds')).toBeGreaterThan(0)

  await exec(
    portal.pool,
    sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))`,
  )
  const failed = await scrape(port)
  expect(sumOf(failed, 'carpeta_jobs', { ...task, state: 'failed' })).toBe(1)
  expect(sumOf(failed, 'carpeta_jobs', { ...task, state: 'due' })).toBe(0)
  expect(sumOf(failed, 'carpeta_emails_waiting')).toBe(0)

  await exec(
    portal.pool,
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts => 0)`,
  )
  await portal.sentEmails()
  // The email is sent before the library has deleted its job.
  await vi.waitFor(async () => {
    const sent = await scrape(port)
    expect(sumOf(sent, 'carpeta_jobs', task)).toBeNaN()
    expect(sumOf(sent, 'carpeta_emails_waiting')).toBe(0)
  }, 60_000)
})

test('ages of load and UF: unknown before the first load, and then in seconds and days (§12.533)', async () => {
  const before = await scrape(port)
  expect(sumOf(before, 'carpeta_load_age_seconds')).toBeNaN()
  expect(sumOf(before, 'carpeta_uf_days')).toBeGreaterThan(0)
  expect(sumOf(before, 'carpeta_worker_up')).toBe(0)
  await exec(
    portal.pool,
    sql`update loads set is_sample = false, cutoff = now() - interval '30 hours'`,
  )
  await exec(portal.pool, sql`delete from uf_values where date >= current_date - 3`)
  const after = await scrape(port)
  expect(sumOf(after, 'carpeta_load_age_seconds')).toBeCloseTo(30 * 3600, -3)
  expect(sumOf(after, 'carpeta_uf_days')).toBeLessThan(0)
})

test('without the database a scrape says so, and still has the rest (§12.534)', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing', { limits: scrapeLimits })
  onTestFinished(() => nowhere.close())
  const away = openMetrics({
    version: '9.9.9',
    pools: { calls: nowhere.pool },
    readData: () => readPortalData(nowhere.db, new Date()),
  })
  const ownPort = await freePort()
  onTestFinished(await serveMetrics(away, { port: ownPort, host: '127.0.0.1' }))
  const samples = await scrape(ownPort)
  expect(sumOf(samples, 'carpeta_database_up')).toBe(0)
  expect(sumOf(samples, 'carpeta_emails_waiting')).toBeNaN()
  expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a state that no payment has any more is not counted, nor any without the database (§12.534)', async () => {
  const data: PortalData = {
    jobs: [],
    emails: { waiting: 0, oldestSeconds: 0 },
    isWorkerRunning: true,
    loadAgeSeconds: Infinity,
    ufDays: -Infinity,
    backup: null,
    payments: { byState: [{ state: 'uncertain', count: 2 }], uncertainSeconds: 60 },
  }
  const readings = [
    data,
    { ...data, payments: { byState: [{ state: 'approved', count: 2 }], uncertainSeconds: 0 } },
  ]
  const own = openMetrics({
    version: '9.9.9',
    pools: {},
    readData: async () => {
      const next = readings.shift()
      if (!next) throw new Error('the database is away')
      return next
    },
  })
  const states = async () =>
    [...(await own.scrape()).matchAll(/^carpeta_online_payments\{state="(\w+)"\} (\d+)$/gm)].map(
      ([, state, count]) => [state, count],
    )
  expect(await states()).toEqual([['uncertain', '2']])
  expect(await states()).toEqual([['approved', '2']])
  expect(await states()).toEqual([])
})

test('only the path of the metrics answers, and only GET (security 11.72)', async () => {
  const answers = await Promise.all([
    fetch(`http://127.0.0.1:${port}/`),
    fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})
