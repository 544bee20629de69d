import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../db/client.ts'
import type { MeasuredCall } from './calls.ts'

export interface Metrics {
  recordCall: (call: MeasuredCall) => void
  /** In Prometheus' text format; never fails because of the database. */
  scrape: () => Promise<string>
  contentType: string
}

interface Sources {
  version: string
  /** Connections to the database, by what they are for. */
  pools: Record<string, Pool>
  readData: DataReader
}

const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of one process. Every label has values from a short list (docs/decisions/observability.md). */
export function openMetrics({ version, pools, readData }: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'carpeta_build_info',
    help: 'The version of the portal',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)

  const calls = new Counter({
    name: 'carpeta_http_requests_total',
    help: 'Calls of the API by endpoint; pages and their files count as the route "page"',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'carpeta_http_request_duration_seconds',
    help: 'How long calls took, from their headers to the end of the answer',
    labelNames: ['method', 'route'],
    buckets: CALL_SECONDS,
    registers,
  })
  const loginFailures = new Counter({
    name: 'carpeta_login_failures_total',
    help: 'Refused logins',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of loginFailureReasons) loginFailures.inc({ reason }, 0)

  measurePools(pools, registers)
  const readGauges = setDataGauges(readData, registers)

  return {
    recordCall: ({ method, route, status, seconds, codes }) => {
      calls.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
      const reason = loginFailureReason({ route, status }, codes)
      if (reason) loginFailures.inc({ reason })
    },
    scrape: async () => {
      await readGauges()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

function measurePools(pools: Sources['pools'], registers: Registry[]): void {
  new Gauge({
    name: 'carpeta_database_connections',
    help: 'Open connections to the database',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'carpeta_database_connections_max',
    help: 'How many connections a pool may open',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max)
    },
  })
  new Gauge({
    name: 'carpeta_database_connections_waiting',
    help: 'Statements that wait for a connection',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount)
    },
  })
}

type DataReader = () => Promise<PortalData>

/** Shorter than Prometheus' own limit of ten seconds. */
const READ_MS = 3000

const UNKNOWN = Number.NaN

/**
 * The gauges of what the database holds. The function returned reads it once and sets them; what is not
 * known, because the database does not answer, is NaN, which no alert matches.
 */
function setDataGauges(read: DataReader, registers: Registry[]): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('carpeta_database_up', 'Whether the database answered at this scrape', [])
  const worker = gauge('carpeta_worker_up', 'Whether any process runs jobs', [])
  const jobs = gauge('carpeta_jobs', 'Jobs in the queue, by kind and state', ['task', 'state'])
  const dueAge = gauge(
    'carpeta_jobs_oldest_due_seconds',
    'For how long the oldest due job of a kind has waited',
    ['task'],
  )
  const emails = gauge('carpeta_emails_waiting', 'Emails that are still to be sent', [])
  const emailAge = gauge('carpeta_emails_oldest_seconds', 'The age of the oldest of them', [])
  const loadAge = gauge(
    'carpeta_load_age_seconds',
    "Since the cut-off of accounting's newest load",
    [],
  )
  const ufDays = gauge(
    'carpeta_uf_days',
    "Days after today whose UF is known; negative when today's is missing",
    [],
  )
  const payments = gauge('carpeta_online_payments', 'Payments by Webpay, by state', ['state'])
  const paymentAge = gauge(
    'carpeta_online_payments_uncertain_seconds',
    'For how long the oldest payment whose end is not known has been so',
    [],
  )
  const backupAge = gauge('carpeta_backup_age_seconds', 'Since the newest backup in BACKUP_URL', [])
  const backupSize = gauge('carpeta_backup_size_bytes', 'Its size', [])
  // A scrape during a slow read waits for the same one.
  let reading: Promise<PortalData | null> | null = null

  return async () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    const data = await Promise.race([reading, delay(READ_MS, null, { ref: false })])
    jobs.reset()
    dueAge.reset()
    payments.reset()
    up.set(data ? 1 : 0)
    worker.set(data ? Number(data.isWorkerRunning) : UNKNOWN)
    emails.set(data?.emails.waiting ?? UNKNOWN)
    emailAge.set(data?.emails.oldestSeconds ?? UNKNOWN)
    loadAge.set(data?.loadAgeSeconds ?? UNKNOWN)
    ufDays.set(data?.ufDays ?? UNKNOWN)
    backupAge.set(data?.backup?.ageSeconds ?? UNKNOWN)
    backupSize.set(data?.backup?.bytes ?? UNKNOWN)
    paymentAge.set(data?.payments.uncertainSeconds ?? UNKNOWN)
    for (const { state, count } of data?.payments.byState ?? []) payments.set({ state }, count)
    for (const { task, dueSeconds, waiting, due, running, failed } of data?.jobs ?? []) {
      for (const [state, count] of Object.entries({ waiting, due, running, failed })) {
        jobs.set({ task, state }, count)
      }
      dueAge.set({ task }, dueSeconds ?? 0)
    }
  }
}

/** The jobs of one kind. */
export interface JobCounts {
  task: string
  waiting: number
  due: number
  running: number
  failed: number
  /** Seconds for which the oldest due job could have run; null without one. */
  dueSeconds: number | null
  /** Seconds since the oldest job that has not failed was added; null without one. */
  pendingSeconds: number | null
}

/** The database's content as counts and ages, without anything about a person. */
export interface PortalData {
  jobs: JobCounts[]
  emails: { waiting: number; oldestSeconds: number }
  isWorkerRunning: boolean
  /** Infinite before the first load. */
  loadAgeSeconds: number
  /** Days of which the UF is known after today; negative when today's is missing, minus infinity without any. */
  ufDays: number
  /** The newest one; null without `BACKUP_URL`, and when its place does not answer. */
  backup: { ageSeconds: number; bytes: number } | null
  payments: { byState: { state: string; count: number }[]; uncertainSeconds: number }
}

const loginFailureReasons = [
  'wrong_credentials',
  'wrong_code',
  'throttled',
  'unavailable',
  'other',
] as const

type LoginFailureReason = (typeof loginFailureReasons)[number]

const loginRoutes = new Set(['/api/auth/login/', '/api/auth/login/passkey/'])

/**
 * Why a call is a failed login; null when it is none.
 * @param codes the answer's `X-Error-Code`
 */
function loginFailureReason(
  { route, status }: { route: string; status: number },
  codes: string,
): LoginFailureReason | null {
  if (!loginRoutes.has(route) || status < 400) return null
  // The first step of a login with a second factor.
  if (codes === 'second_factor_required') return null
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (codes.includes('wrong_credentials')) return 'wrong_credentials'
  return codes.includes('wrong_code') ? 'wrong_code' : 'other'
}

/** Serves `/metrics` on its own port, which is not public. @returns what stops it */
export async function serveMetrics(
  { scrape, contentType }: Pick<Metrics, 'scrape' | 'contentType'>,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(port, host, listening)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}
