import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { median, ofEachPage } from './loads.ts'
import type { TraceEvent } from './touch-trace.ts'
import { pageOf, SETTLE_MS, SLOWDOWN } from './touches.ts'

/** What a task may take until it counts as blocking, as in Lighthouse. */
const UNNOTICED_MS = 50
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
  const found = await ofEachPage(url, runs, ({ browser }, path) =>
    measureOnce(browser, `${url}${path}`),
  )
  return found.map(({ path, figures }) => ({ path, blockedMs: median(figures) }))
}

/** Now and then Chromium begins a trace after the first paint: such a load is measured again. */
async function measureOnce(browser: Browser, address: string, attempts = 3): Promise<number> {
  const blocked = blockedMs(await traceLoad(browser, address))
  if (blocked !== null) return blocked
  if (attempts > 1) return measureOnce(browser, address, attempts - 1)
  throw new Error(`${address}: no trace contains the first paint`)
}

async function traceLoad(browser: Browser, address: string): Promise<TraceEvent[]> {
  const page = await pageOf(browser)
  await page.setViewportSize({ width: 412, height: 823 })
  const protocol = await page.context().newCDPSession(page)
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

/** Null for a trace without the first paint. */
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
