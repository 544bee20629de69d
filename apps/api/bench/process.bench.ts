import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { personas } from '../seeds/personas.ts'
import type { Connection } from '../src/db/client.ts'
import {
  cpuSeconds,
  logIn,
  openBench,
  type Process,
  peakMb,
  percentile,
  residentMb,
} from './portal-process.ts'
import { result } from './result.ts'

// The process of a release, with its jobs: how soon it is ready, its memory idle and under load, and what it
// does while nobody calls.

const STARTS = 5
const CONNECTIONS = 64
const SECONDS = 15
const IDLE_SECONDS = 60

await using bench = await openBench()
await (await bench.startPortal()).stop()

const starts: number[] = []
const cpu: number[] = []
for (let start = 0; start < STARTS; start++) {
  const portal = await bench.startPortal()
  starts.push(portal.readyMs)
  cpu.push(cpuSeconds(portal))
  await portal.stop()
}
const ready = percentile(starts, 0.5) / 1000
result({ what: 'ready, median of five starts', value: ready, unit: 's', aim: { atMost: 2.5 } })
result({ what: 'processor of a start', value: percentile(cpu, 0.5), unit: 's' })
console.log(`ready after ${starts.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s`)

const portal = await bench.startPortal()
// What the start itself leaves to do.
await delay(10_000)
const before = await transactions(bench.owner)
const used = cpuSeconds(portal)
await delay(IDLE_SECONDS * 1000)
// The first count is a transaction of its own.
const statements = (await transactions(bench.owner)) - before - 1
const idle = residentMb(portal)
result({ what: 'memory, idle', value: idle, unit: 'MB' })
result({ what: 'statements in an idle minute', value: statements, unit: '' })
result({
  what: 'processor in an idle minute',
  value: (cpuSeconds(portal) - used) * 1000,
  unit: 'ms',
})
console.log(`idle: ${idle} MB, ${statements} statements in ${IDLE_SECONDS} s`)

const headers = await logIn(portal.origin, personas.rosa.rut)
const { peak, value } = await peakMb(portal, () => loadSales(portal, headers))
result({
  what: `memory, ${CONNECTIONS} connections`,
  value: peak,
  unit: 'MB',
  aim: { atMost: 200 },
})
console.log(`under load: ${peak} MB, ${value.requests.average.toFixed(0)} calls a second`)

/** PostgreSQL's own count; an idle connection reports within a second. */
async function transactions({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query(
    'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()',
  )
  return rows[0].count
}

async function loadSales({ origin }: Process, headers: Record<string, string>) {
  const url = `${origin}/api/sales-data/`
  const run = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
  if (run.errors > 0 || run.non2xx > 0)
    throw new Error(`${run.errors} errors, ${run.non2xx} not 2xx`)
  return run
}
