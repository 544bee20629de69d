import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../../db/client.ts'
import type { ObservedCall } from '../observed-call.ts'
import { loginFailureReason, loginFailureReasons } from './login-failures.ts'
import { type DataReader, setDataGauges } from './set-data-gauges.ts'

export interface MeasuredCall extends ObservedCall {
  seconds: number
  /** The answer's `X-Error-Code`. */
  codes: string
}

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
