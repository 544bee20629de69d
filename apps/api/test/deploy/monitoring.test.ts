import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { openMachine } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'
import { cloneDatabase } from '../open-portal.ts'
import { type Sample, scrape, sumOf } from './scrape.ts'

// Alert rules and dashboard, against what real processes tell.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = join(root, 'deploy/prometheus')
const promtool = [process.env.PROMTOOL_PATH, '/usr/bin/promtool'].find(
  (path) => path && existsSync(path),
)

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const rules: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const dashboard = JSON.parse(read('deploy/grafana/carpeta.json'))
const expressions: string[] = dashboard.panels.flatMap(
  ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
)

const endings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

let portPage = ''
let portal: Sample[]
let worker: Sample[]
beforeAll(async () => {
  const database = await cloneDatabase('sample')
  endings.push(database.close)
  const machine = openMachine({ atEnd: (stopAll) => endings.push(stopAll) })
  const [port, ofPortal, ofWorker] = [await freePort(), await freePort(), await freePort()]
  const env = (metrics: number) => ({
    DATABASE_URL: String(database.pool.options.connectionString),
    METRICS_PORT: String(metrics),
  })
  await machine.serve(port, env(ofPortal), ['--no-worker'])
  await machine.startUntilReady(['worker'], env(ofWorker))
  await fetch(`http://localhost:${port}/api/health/ready/`)
  portPage = await (await fetch(`http://localhost:${port}/metrics`)).text()
  portal = await scrape(ofPortal)
  worker = await scrape(ofWorker)
})

function metricsIn(texts: string[]): string[] {
  const names = texts.flatMap((text) => text.match(/\b(carpeta|process|nodejs)_\w+/g) ?? [])
  return [...new Set(names)].toSorted()
}

test('every metric of the alert rules and of the dashboard is in a scrape of portal or worker (§12.536)', () => {
  const told = new Set([...portal, ...worker].map(({ name }) => name))
  // Of kinds of jobs there are samples only while there are such jobs.
  for (const name of ['carpeta_jobs', 'carpeta_jobs_oldest_due_seconds']) told.add(name)
  const named = metricsIn([...rules.map(({ expr }) => expr), ...expressions])
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !told.has(name))).toEqual([])
})

test('the page about operating names every metric of the portal', () => {
  const own = metricsIn([...portal, ...worker].map(({ name }) => name)).filter((name) =>
    name.startsWith('carpeta_'),
  )
  const page = read('docs/operations.md')
  const missing = own.filter((name) => !page.includes(name.replace(/_(bucket|sum|count)$/, '')))
  expect(missing).toEqual([])
})

test('portal and worker tell of themselves, and the portal’s own port of nothing', () => {
  expect(sumOf(portal, 'carpeta_database_connections_max', { pool: 'calls' })).toBeGreaterThan(0)
  expect(sumOf(worker, 'carpeta_database_connections_max', { pool: 'jobs' })).toBeGreaterThan(0)
  for (const samples of [portal, worker]) {
    expect(sumOf(samples, 'carpeta_database_up')).toBe(1)
    expect(sumOf(samples, 'carpeta_worker_up')).toBe(1)
  }
  const ready = { method: 'GET', route: '/api/health/ready/', status: '200' }
  expect(sumOf(portal, 'carpeta_http_requests_total', ready)).toBe(1)
  expect(portPage).not.toContain('carpeta_')
})

describe('an alert', () => {
  const headings = read('docs/operations.md').match(/^#+ .*$/gm) ?? []
  const anchors = headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

  test.each(rules)('$alert has a severity, a sentence and a section to read (§12.536)', (rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity)
    expect(rule.annotations.summary.length).toBeGreaterThan(10)
    const [page, anchor] = rule.annotations.runbook.split('#')
    expect(page).toBe('docs/operations.md')
    expect(anchors).toContain(anchor)
    expect(read('docs/operations.md')).toContain(`\`${rule.alert}\``)
  })
})

test('Prometheus accepts the rules, which fire when they should and only then (§12.536)', () => {
  if (!promtool) {
    throw new Error(
      'No hay un promtool para esta prueba. Instale «prometheus» con el gestor de paquetes del sistema, o indique el programa con PROMTOOL_PATH.',
    )
  }
  const run = (...args: string[]) =>
    execFileSync(promtool, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
})
