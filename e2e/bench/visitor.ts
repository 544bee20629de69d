import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { browser } from '../portal-server.ts'

/** A browser of one person, or of nobody yet. */
export interface Visitor {
  /** With the person's session. */
  browser: Browser
  /** Where Lighthouse finds the browser. */
  debuggingPort: number
  close(): Promise<void>
}

/** Playwright's usual contexts are unknown to Lighthouse, so each visitor has a browser. */
export async function openVisitor(url: string, who?: PersonaName): Promise<Visitor> {
  const profile = mkdtempSync(join(tmpdir(), 'carpeta-visitor-'))
  const debuggingPort = await freePort()
  const { locale, timezoneId, launchOptions } = browser
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${debuggingPort}`],
    baseURL: url,
    locale,
    timezoneId,
    viewport: { width: 360, height: 780 },
  })
  if (who) await logIn(context, who)
  return {
    browser: await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`),
    debuggingPort,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** By the API, and stores what the screen would store. */
async function logIn(context: BrowserContext, who: PersonaName): Promise<void> {
  const { token } = await (await context.request.get('/api/auth/csrftoken/')).json()
  const answer = await context.request.post('/api/auth/login/', {
    data: { username: personas[who].rut, password: SAMPLE_PASSWORD },
    headers: { 'X-CSRFTOKEN': token },
  })
  if (!answer.ok()) throw new Error(`login: ${answer.status()} ${await answer.text()}`)
  const user = await answer.text()
  const page = await context.newPage()
  await page.goto('/privacy')
  await page.evaluate((stored) => {
    localStorage.setItem('user', stored)
    localStorage.setItem('last_action', String(Date.now()))
  }, user)
  await page.close()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
