import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import type { PersonaName } from '../../apps/api/seeds/personas.ts'
import { median } from './loads.ts'
import { withInstalments } from './many-instalments.ts'
import { readTrace, SHOWN, TRACED } from './touch-trace.ts'
import { openVisitor, type Visitor } from './visitor.ts'

export const SLOWDOWN = 4
const INSTALMENTS = 200
/** Long enough for the answer to a touch, and for what the page does once it is idle. */
export const SETTLE_MS = 1500

/** The rows in their new order: until they arrive the table is busy. */
const SORTED = '//*[@aria-busy="false"]//th[@aria-sort="ascending"]'

interface Touched {
  name: string
  path: string
  who?: PersonaName
  /** Before the measured touch. */
  prepare?: (page: Page) => Promise<unknown>
  /** What is pressed, or the field that is typed into. */
  target: (page: Page) => Locator
  keys?: string
  /** What is then on the screen, as XPath; a typed character is at once. */
  shown?: string
}

const touches: Touched[] = [
  {
    name: 'type a digit of a rut',
    path: '/',
    target: (page) => page.getByLabel('Rut', { exact: true }),
    keys: '1',
  },
  {
    name: `open the tab with ${INSTALMENTS} instalments`,
    path: '/dashboard?tab=escrituracion',
    who: 'rosa',
    prepare: (page) => page.route('**/api/sales-data/', withInstalments(INSTALMENTS)),
    target: (page) => page.getByRole('tab', { name: 'Estado de Cuenta' }),
    // They follow below the screen, gradually.
    shown: '//h3[.="5. CUOTAS"]',
  },
  {
    name: 'sort the queue',
    path: '/requests',
    who: 'mario',
    target: (page) => page.getByRole('button', { name: 'Nº' }),
    shown: SORTED,
  },
  {
    name: 'sort the users',
    path: '/users',
    who: 'carla',
    target: (page) => page.getByRole('columnheader').getByRole('button').first(),
    shown: SORTED,
  },
  {
    name: 'open a request',
    path: '/requests',
    who: 'mario',
    target: (page) => page.getByRole('link', { name: /, solicitud \d/ }).first(),
    shown: '//h2[.="Lo que pide"]',
  },
]

/** On a processor four times as slow. */
export interface Touch {
  name: string
  /** Of scripts, until the paint that shows what was asked for. */
  answerMs: number
  /** Of scripts, until the page is idle again. */
  scriptMs: number
  /** Of style and layout. */
  renderingMs: number
  /** The longest that the page does not answer. */
  longestTaskMs: number
}

/** The median of each figure; each time on a page that was loaded anew. */
export async function measureTouches(url: string, runs: number): Promise<Touch[]> {
  const results: Touch[] = []
  for (const touched of touches) {
    const visitor = await openVisitor(url, touched.who)
    const found: Touch[] = []
    for (let run = 0; run < runs; run++) {
      found.push(await measureTouch(visitor, url, touched))
    }
    await visitor.close()
    results.push({
      name: touched.name,
      answerMs: median(found.map(({ answerMs }) => answerMs)),
      scriptMs: median(found.map(({ scriptMs }) => scriptMs)),
      renderingMs: median(found.map(({ renderingMs }) => renderingMs)),
      longestTaskMs: median(found.map(({ longestTaskMs }) => longestTaskMs)),
    })
  }
  return results
}

/**
 * Touches by the protocol: Playwright's own actions run scripts in the page, which would count. Times are
 * those of the thread, four times: Chromium's own slowdown also multiplies what other processes take.
 */
async function measureTouch({ browser }: Visitor, url: string, touched: Touched): Promise<Touch> {
  const page = await pageOf(browser)
  await page.setViewportSize({ width: 1280, height: 800 })
  await touched.prepare?.(page)
  await page.goto(`${url}${touched.path}`, { waitUntil: 'networkidle' })
  const target = touched.target(page)
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${touched.name}: nothing to touch`)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (touched.keys) await target.focus()

  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(markWhenShown, { path: touched.shown, mark: SHOWN })
  await wait(SETTLE_MS)
  await browser.startTracing(page, { categories: TRACED })
  const before = await metricsOf(protocol)
  if (touched.keys) await press(protocol, touched.keys)
  else await click(protocol, at)
  await wait(SETTLE_MS)
  const after = await metricsOf(protocol)
  const { scriptUntilPaintMs, longestTaskMs } = readTrace(await browser.stopTracing())
  await page.close()
  const spent = (name: string) =>
    ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000 * SLOWDOWN
  return {
    name: touched.name,
    answerMs: scriptUntilPaintMs * SLOWDOWN,
    scriptMs: spent('ScriptDuration'),
    renderingMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    longestTaskMs: longestTaskMs * SLOWDOWN,
  }
}

/** Runs in the page. */
function markWhenShown({ path, mark }: { path: string | undefined; mark: string }): void {
  if (path === undefined) {
    document.addEventListener('input', () => performance.mark(mark), { once: true })
    return
  }
  const observer = new MutationObserver(() => {
    const { booleanValue } = document.evaluate(path, document, null, XPathResult.BOOLEAN_TYPE)
    if (!booleanValue) return
    observer.disconnect()
    performance.mark(mark)
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
}

export function pageOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window')
  return context.newPage()
}

async function click(protocol: CDPSession, at: { x: number; y: number }): Promise<void> {
  const mouse = { ...at, button: 'left', clickCount: 1 } as const
  await protocol.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' })
  await protocol.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' })
}

async function press(protocol: CDPSession, text: string): Promise<void> {
  await protocol.send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text })
  await protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text })
}

async function metricsOf(protocol: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await protocol.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}
