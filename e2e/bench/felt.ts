import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { browser as settings } from '../portal-server.ts'
import { fillLogin } from '../support/portal.ts'

/** Slow 4G, as Lighthouse defines it, in bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWDOWN = 4

/** Milliseconds from the beginning of the navigation, the caches being empty unless it says otherwise. */
export interface Felt {
  'fields painted': number
  'login usable': number
  'balance readable': number
  'balance readable, second visit': number
  'fields painted, processor 4 times as slow': number
  'login usable, processor 4 times as slow': number
  'balance readable, processor 4 times as slow': number
  'layout shift from login to dashboard': number
  'bytes of /': number
  'bytes of /dashboard': number
}

/** Rosa, who has the largest sale of the sample, on her phone. */
export async function feltBy(browser: Browser, url: string): Promise<Felt> {
  const first = await onPhone(browser, url, 1)
  const slow = await onPhone(browser, url, SLOWDOWN)
  return {
    ...first,
    'fields painted, processor 4 times as slow': slow['fields painted'],
    'login usable, processor 4 times as slow': slow['login usable'],
    'balance readable, processor 4 times as slow': slow['balance readable'],
  }
}

async function onPhone(browser: Browser, url: string, slowdown: number) {
  const phone = await openPhone(browser, url)
  try {
    const atLogin = await visit(phone, '/', slowdown)
    const shift = await logIn(atLogin.page)
    await atLogin.page.close()
    await forgetCache(phone)
    const atDashboard = await visit(phone, '/dashboard', slowdown)
    await atDashboard.page.close()
    const again = await visit(phone, '/dashboard', slowdown)
    await again.page.close()
    return {
      'fields painted': atLogin.seen.painted ?? Number.NaN,
      'login usable': atLogin.seen.usable ?? Number.NaN,
      'balance readable': atDashboard.seen.balance ?? Number.NaN,
      'balance readable, second visit': again.seen.balance ?? Number.NaN,
      'layout shift from login to dashboard': shift,
      'bytes of /': atLogin.bytes,
      'bytes of /dashboard': atDashboard.bytes,
    }
  } finally {
    await phone.close()
  }
}

async function openPhone(browser: Browser, url: string): Promise<BrowserContext> {
  const { locale, timezoneId } = settings
  const viewport = { width: 360, height: 780 }
  const phone = await browser.newContext({ baseURL: url, locale, timezoneId, viewport })
  await phone.addInitScript(watch)
  return phone
}

async function forgetCache(phone: BrowserContext): Promise<void> {
  const page = await phone.newPage()
  const protocol = await phone.newCDPSession(page)
  await protocol.send('Network.clearBrowserCache')
  await page.close()
}

interface Visit {
  page: Page
  seen: Seen
  bytes: number
}

async function visit(phone: BrowserContext, path: string, slowdown: number): Promise<Visit> {
  const page = await phone.newPage()
  const protocol = await phone.newCDPSession(page)
  await protocol.send('Network.enable')
  const count = countBytes(protocol)
  await protocol.send('Network.emulateNetworkConditions', SLOW_4G)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(path)
  const name = path === '/' ? 'usable' : 'balance'
  await page.waitForFunction((what) => what in (window as unknown as Watched).seen, name)
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => (window as unknown as Watched).seen)
  return { page, seen, bytes: count.bytes }
}

function countBytes(protocol: CDPSession) {
  const count = { bytes: 0 }
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    count.bytes += encodedDataLength
  })
  return count
}

/** @returns what moved on the page, from before the login until the dashboard is at rest. */
async function logIn(page: Page): Promise<number> {
  await fillLogin(page, personas.rosa.rut, SAMPLE_PASSWORD)
  await page.waitForFunction(() => 'balance' in (window as unknown as Watched).seen)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (window as unknown as Watched).seen.shift)
}

interface Seen {
  painted?: number
  usable?: number
  balance?: number
  shift: number
}

interface Watched {
  seen: Seen
}

/** In the page: notes when something is there, in the frame that paints it. */
function watch() {
  const seen: Seen = { shift: 0 }
  Object.assign(window, { seen })

  const isThere = {
    usable: () => document.querySelector('form button[type=submit]:enabled') !== null,
    balance: () =>
      [...document.querySelectorAll('#contenido article')].some(({ textContent }) =>
        /Saldo[\s\S]*UF\s*\d/.test(textContent ?? ''),
      ),
  }

  function look() {
    for (const [name, is] of Object.entries(isThere) as ['usable' | 'balance', () => boolean][]) {
      if (seen[name] !== undefined || !is()) continue
      seen[name] = Number.NaN
      requestAnimationFrame(() => setTimeout(() => (seen[name] = performance.now())))
    }
  }

  new MutationObserver(look).observe(document, {
    attributeFilter: ['disabled'],
    childList: true,
    subtree: true,
  })
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0]
    if (paint) seen.painted = paint.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })

  interface Shift {
    value: number
    hadRecentInput: boolean
  }
}
