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

const MIN_PERFORMANCE = 90
const MAX_LARGEST_PAINT_MS: Record<string, number> = { '/': 1100, '/dashboard': 1500 }

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
  for (const { path, blockedMs } of blocking)
    result({ what: `blocked thread of ${path}`, value: blockedMs, unit: 'ms' })
  for (const { name, answerMs } of touches)
    result({ what: `scripts to ${name}`, value: answerMs, unit: 'ms' })
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
  const { performance, accessibility, bestPractices } = load
  const points = [
    ['performance', performance, MIN_PERFORMANCE],
    ['accessibility', accessibility, 100],
    ['best practices', bestPractices, 100],
  ] as const
  for (const [what, value, atLeast] of points) {
    result({ what: `${what} of ${path}`, value, unit: 'of 100', aim: { atLeast } })
  }
  const atMost = MAX_LARGEST_PAINT_MS[path]
  result({
    what: `LCP of ${path}`,
    value: load.largestPaintMs,
    unit: 'ms',
    ...(atMost !== undefined && { aim: { atMost } }),
  })
  result({ what: `scripts of ${path}`, value: load.scriptKb, unit: 'kB' })
  result({ what: `requests of ${path}`, value: load.requests, unit: 'requests' })
  result({ what: `blocked main thread of ${path}`, value: load.blockedMs, unit: 'ms' })
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
