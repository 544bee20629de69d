import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { median, pages } from './loads.ts'
import { serveProductionTable } from './production-table.ts'
import type { TraceEvent } from './touch-trace.ts'
import { openVisitor } from './visitor.ts'

const SLOWDOWN = 4
/** What a task may take until it counts as blocking, as in Lighthouse. */
const UNNOTICED_MS = 50
/** Long enough for the parts that follow when the page is idle. */
const SETTLE_MS = 1500
const FIRST_PAINT = 'firstContentfulPaint'

export interface Blocking {
  path: string
  /** After the first paint, on a processor four times as slow. */
  blockedMs: number
}

/**
 * Lighthouse's blocked time takes tasks from their beginning to their end, also while the processor does something else. This one
 * is that of the page's thread: the median of loads with an empty cache.
 */
export async function measureBlocking(url: string, runs: number): Promise<Blocking[]> {
  const results: Blocking[] = []
  for (const { path, who } of pages) {
    const visitor = await openVisitor(url, who)
    await serveProductionTable(visitor.browser, url)
    const found: number[] = []
    while (found.length < runs) {
      const blocked = blockedMs(await traceLoad(visitor.browser, `${url}${path}`))
      if (blocked !== null) found.push(blocked)
    }
    await visitor.close()
    results.push({ path, blockedMs: median(found) })
  }
  return results
}

async function traceLoad(browser: Browser, address: string): Promise<TraceEvent[]> {
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context')
  const page = await context.newPage()
  await page.setViewportSize({ width: 412, height: 823 })
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.clearBrowserCache')
  // Otherwise V8 parses a module again for each call from it that is watched (10 to 20 ms), which no user pays.
  await protocol.send('Debugger.enable')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'loading'] })
  await page.goto(address, { waitUntil: 'networkidle' })
  await wait(SETTLE_MS)
  const trace = await browser.stopTracing()
  await page.close()
  return JSON.parse(trace.toString()).traceEvents
}

/** Null for a trace that Chromium began after the first paint, which happens now and then. */
function blockedMs(events: TraceEvent[]): number | null {
  const paint = events.find(({ name }) => name === FIRST_PAINT)
  if (!paint) return null
  return events
    .filter(({ name, pid, tid, ts }) => {
      return /RunTask/.test(name) && pid === paint.pid && tid === paint.tid && ts > paint.ts
    })
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN - UNNOTICED_MS)
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0)
}
