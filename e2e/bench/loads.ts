import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import { serveProductionTable } from './production-table.ts'
import { openVisitor, type Visitor } from './visitor.ts'

interface MeasuredPage {
  path: string
  who?: PersonaName
}

const pages: MeasuredPage[] = [
  { path: '/' },
  // Rosa has the largest sale of the sample.
  { path: '/dashboard', who: 'rosa' },
  { path: '/users', who: 'carla' },
  { path: '/requests', who: 'mario' },
]

const LIGHTHOUSE = fileURLToPath(new URL('lighthouse/', import.meta.url))

export interface Load {
  path: string
  /** Of 100. */
  performance: number
  accessibility: number
  bestPractices: number
  /** Of a phone, as Lighthouse simulates it. */
  firstPaintMs: number
  largestPaintMs: number
  blockedMs: number
  layoutShift: number
  requests: number
  /** With their headers, and with what is loaded after the page. */
  scriptKb: number
  /** Of all tasks of the main thread, on this machine. */
  mainThreadMs: number
  /** Lighthouse's index of this machine's processor, to compare the times of two machines. */
  machineIndex: number
}

/** Measures each page some times, in one browser of who opens it. */
export async function ofEachPage<Figure>(
  url: string,
  runs: number,
  measure: (visitor: Visitor, path: string) => Promise<Figure>,
): Promise<{ path: string; figures: Figure[] }[]> {
  const results: { path: string; figures: Figure[] }[] = []
  for (const { path, who } of pages) {
    const visitor = await openVisitor(url, who)
    await serveProductionTable(visitor.browser, url)
    const figures: Figure[] = []
    for (let run = 0; run < runs; run++) figures.push(await measure(visitor, path))
    await visitor.close()
    results.push({ path, figures })
  }
  return results
}

/** The median of each figure, of loads with an empty cache. */
export async function measureLoads(url: string, runs: number): Promise<Load[]> {
  const loads = await ofEachPage(url, runs, async ({ debuggingPort }, path) =>
    loadOf(path, await measureOnce(`${url}${path}`, debuggingPort)),
  )
  return loads.map(({ figures }) => medianLoad(figures))
}

/** The part of Lighthouse's report that is read here. */
interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>
  environment: { benchmarkIndex: number }
}

/** Now and then Chromium loses the beginning of a trace: such a load is measured again. */
async function measureOnce(address: string, port: number, attempts = 3): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    `${LIGHTHOUSE}node_modules/.bin/lighthouse`,
    [
      address,
      `--port=${port}`,
      `--config-path=${LIGHTHOUSE}config.json`,
      '--no-enable-error-reporting',
      '--output=json',
      '--quiet',
    ],
    { maxBuffer: 64 * 1024 ** 2 },
  )
  const report: Report = JSON.parse(stdout)
  if (!report.runtimeError) return report
  if (attempts > 1) return measureOnce(address, port, attempts - 1)
  throw new Error(`${address}: ${report.runtimeError.message}`)
}

function loadOf(path: string, { categories, audits, environment }: Report): Load {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = sentRequests(audits)
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    requests: requests.length,
    scriptKb: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1000,
    mainThreadMs: value('mainthread-work-breakdown'),
    machineIndex: environment.benchmarkIndex,
  }
}

/** An image within a style is no request. */
function sentRequests({ 'network-requests': sent }: Report['audits']): Record<string, unknown>[] {
  const requests = sent?.details?.items ?? []
  return requests.filter(({ url }) => !String(url).startsWith('data:'))
}

function medianLoad(loads: Load[]): Load {
  const [first] = loads
  if (!first) throw new Error('No load was measured')
  const names = (Object.keys(first) as (keyof Load)[]).filter((name) => name !== 'path')
  const medians = names.map((name) => [name, median(loads.map((load) => Number(load[name])))])
  return { ...first, ...Object.fromEntries(medians) }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
