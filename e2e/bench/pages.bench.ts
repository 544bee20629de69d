import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { result } from '../../apps/api/bench/result.ts'
import { openPortal } from '../support/own-portal.ts'
import { type Blocking, measureBlocking } from './blocking.ts'
import { type Load, measureLoads } from './loads.ts'
import { measureTouches, type Touch } from './touches.ts'

// Loads pages of the real portal in the system's Chromium and touches them. `npm run bench:pages` builds
// the web first. An argument names a file for all figures as JSON.

const RUNS = Number(process.env.BENCH_RUNS ?? 5)

interface Aims {
  largestPaintMs?: number
  requests?: number
  blockedMs?: number
  scriptKb?: never
  score: number
}

const aims: Record<string, Aims> = {
  '/': { largestPaintMs: 800, score: 100 },
  '/dashboard': { largestPaintMs: 1000, requests: 20, blockedMs: 200, score: 100 },
}

const [file] = process.argv.slice(2)
const portal = await openPortal()
try {
  const loads = await measureLoads(portal.url, RUNS)
  printLoads(loads)
  const blocking = await measureBlocking(portal.url, RUNS)
  printBlocking(blocking)
  const touches = await measureTouches(portal.url, RUNS)
  printTouches(touches)
  for (const each of loads) reportLoad(each)
  for (const { path, blockedMs } of blocking) reportBlocking(path, blockedMs)
  for (const { name, answerMs } of touches)
    result({ what: `scripts to ${name}`, value: answerMs, unit: 'ms', aim: { atMost: 50 } })
  const load = loadavg()[0]?.toFixed(1)
  console.log(`\nmedians of ${RUNS}; load of the machine ${load}`)
  if (file)
    writeFileSync(
      file,
      `${JSON.stringify({ runs: RUNS, load, loads, blocking, touches }, null, 2)}\n`,
    )
} finally {
  await portal.stop()
}

function reportLoad({ path, ...load }: Load): void {
  const { score, ...most }: Aims = aims[path] ?? { score: 95 }
  const atLeast = { aim: { atLeast: score } }
  result({ what: `performance of ${path}`, value: load.performance, unit: 'of 100', ...atLeast })
  result({
    what: `accessibility of ${path}`,
    value: load.accessibility,
    unit: 'of 100',
    ...atLeast,
  })
  result({
    what: `best practices of ${path}`,
    value: load.bestPractices,
    unit: 'of 100',
    ...atLeast,
  })
  const figures = [
    ['largestPaintMs', 'LCP', 'ms'],
    ['scriptKb', 'scripts', 'kB'],
    ['requests', 'requests', 'requests'],
    ['blockedMs', 'blocked main thread', 'ms'],
  ] as const
  for (const [name, what, unit] of figures) {
    const atMost = most[name]
    result({
      what: `${what} of ${path}`,
      value: load[name],
      unit,
      ...(atMost !== undefined && { aim: { atMost } }),
    })
  }
}

function reportBlocking(path: string, value: number): void {
  const atMost = aims[path]?.blockedMs
  result({
    what: `blocked thread of ${path}`,
    value,
    unit: 'ms',
    ...(atMost !== undefined && { aim: { atMost } }),
  })
}

function printLoads(loads: Load[]): void {
  printTable(
    [
      'page',
      'performance',
      'accessibility',
      'practices',
      'FCP ms',
      'LCP ms',
      'TBT ms',
      'CLS',
      'requests',
      'scripts kB',
      'main thread ms',
      'machine index',
    ],
    loads.map((load) => [
      load.path,
      load.performance.toFixed(0),
      load.accessibility.toFixed(0),
      load.bestPractices.toFixed(0),
      load.firstPaintMs.toFixed(0),
      load.largestPaintMs.toFixed(0),
      load.blockedMs.toFixed(0),
      load.layoutShift.toFixed(3),
      load.requests.toFixed(0),
      load.scriptKb.toFixed(1),
      load.mainThreadMs.toFixed(0),
      load.machineIndex.toFixed(0),
    ]),
  )
}

function printBlocking(blocking: Blocking[]): void {
  printTable(
    ['page, on a processor 4 times as slow', 'blocked thread ms'],
    blocking.map(({ path, blockedMs }) => [path, blockedMs.toFixed(0)]),
  )
}

function printTouches(touches: Touch[]): void {
  printTable(
    [
      'touch, on a processor 4 times as slow',
      'scripts until painted ms',
      'in all ms',
      'style and layout ms',
      'longest task ms',
    ],
    touches.map(({ name, answerMs, scriptMs, renderingMs, longestTaskMs }) => [
      name,
      answerMs.toFixed(0),
      scriptMs.toFixed(0),
      renderingMs.toFixed(0),
      longestTaskMs.toFixed(0),
    ]),
  )
}

function printTable(header: string[], rows: string[][]): void {
  const widths = header.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    )
    console.log(cells.join('  '))
  }
  console.log()
}
