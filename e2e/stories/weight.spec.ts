import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { portalServer } from '../portal-server.ts'
import { hasPaidNothing } from '../support/nothing-paid.ts'
import { expect, logInAs, openPage, test } from '../support/portal.ts'

// In bytes of brotli.
const LOGIN_LIMIT = 120_000
const DASHBOARD_LIMIT = 160_000
// Without those that the browser makes for itself: the icons and the manifest.
const LOGIN_REQUESTS = 15
const DASHBOARD_REQUESTS = 19

/** Compressed, as the server sends it: a browser would report it decompressed. */
function sizeOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    get(`${portalServer.url}${path}`, { headers }, (answer) => {
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
      })
      answer.on('end', () => resolve(answer.headers['content-encoding'] === 'br' ? size : Infinity))
    }).on('error', reject)
  })
}

async function weigh(scripts: string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1440, height: 900 }

const isScript = (path: string) => path.endsWith('.js')

/** The paths that the page asks for, from its last navigation on. */
function watchRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    // On a busy machine the page before may still ask for something.
    if (request.isNavigationRequest()) paths.length = 0
    if (url.origin === portalServer.url) paths.push(url.pathname)
  })
  return paths
}

/** Rosa's browser, on a page that has asked for everything. */
async function openElsewhere(page: Page): Promise<void> {
  await logInAs(page, 'rosa', '/privacy')
  await page.waitForLoadState('networkidle')
}

test('a script within a page is not allowed (security 8.1)', async ({ browser }) => {
  const page = await browser.newPage()
  await openPage(page, '/')
  const refused = page.waitForEvent('console', { predicate: (line) => line.type() === 'error' })
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "Otra página"'
    document.head.append(script)
  })
  expect((await refused).text()).toContain('Content Security Policy')
  await expect(page).toHaveTitle('Ingresar · Carpeta Virtual')
  await page.close()
})

test('login and dashboard need few and small scripts, and few requests, which leave together; a tab is loaded when it is opened (§12.47, §12.600, §12.601, §12.602, §12.1900)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const login = watchRequests(page)
  await openPage(page, '/')
  await page.waitForLoadState('networkidle')
  expect(login.length).toBeLessThanOrEqual(LOGIN_REQUESTS)
  expect(await weigh(login.filter(isScript))).toBeLessThanOrEqual(LOGIN_LIMIT)

  await openElsewhere(page)
  const asked: string[] = []
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  await hasPaidNothing(page)
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    await answers
    await route.fallback()
  })
  const dashboard = watchRequests(page)
  await page.goto('/dashboard')
  const first = ['/api/auth/user/', '/api/sales-data/']
  await expect.poll(() => asked.toSorted()).toEqual(first)
  answer()
  await expect(page.getByRole('article')).toBeVisible()
  // What the amounts do not need is asked once they are there.
  const later = [
    '/api/client/announcements/',
    '/api/client/news/',
    '/api/client/preferences/',
    '/api/member-documents/',
    '/api/payment-reports/own/',
    '/api/payments/own/',
    '/api/request/drafts/',
  ]
  const all = [...first, ...later].toSorted()
  await expect.poll(() => asked.toSorted()).toEqual(all)
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual(all)
  const scripts = dashboard.filter(isScript)
  expect(dashboard.length).toBeLessThanOrEqual(DASHBOARD_REQUESTS)
  expect(await weigh(scripts)).toBeLessThanOrEqual(DASHBOARD_LIMIT)
  const fonts = new Set([...login, ...dashboard].filter((path) => path.endsWith('.woff2')))
  expect([...fonts]).toEqual([expect.stringContaining('figtree-spanish')])

  await page.getByRole('tab', { name: 'Escrituración' }).click()
  await expect(page.getByText('Borrador').first()).toBeVisible()
  expect(dashboard.filter(isScript).length).toBeGreaterThan(scripts.length)
})

test('the sales leave while the scripts of the dashboard are on their way, and no script follows those that its HTML names (§12.1480, §12.1481)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openElsewhere(page)
  await hasPaidNothing(page)
  const html = await (await fetch(`${portalServer.url}/dashboard`)).text()
  const [, first] = /<script type="module" async[^>]* src="([^"]+)"/.exec(html) ?? []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (new URL(route.request().url()).pathname !== first) await released
    await route.continue()
  })
  const asked = watchRequests(page)
  const calls = () => asked.filter((path) => path.startsWith('/api/'))
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect.poll(calls).toEqual(['/api/sales-data/'])
  release()
  await expect(page.getByRole('article')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls().filter((path) => path === '/api/sales-data/')).toHaveLength(1)
  expect(asked.filter((path) => isScript(path) && !html.includes(`"${path}"`))).toEqual([])
})

test('the login’s fields take text before any script or stylesheet, and keep it with the focus; no script follows those that its HTML names (§12.1481, §12.1483)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const html = await (await fetch(portalServer.url)).text()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.{js,css}', async (route) => {
    await released
    await route.continue()
  })
  const asked = watchRequests(page)
  await page.goto('/', { waitUntil: 'commit' })
  const rut = page.getByLabel('Rut', { exact: true })
  const password = page.getByLabel('Contraseña', { exact: true })
  const enter = page.getByRole('button', { name: 'Ingresar', exact: true })
  await rut.pressSequentially('111111111')
  await password.pressSequentially('clave')
  await expect(enter).toBeDisabled()
  expect(asked.filter((path) => path.endsWith('.css'))).toEqual([])
  release()
  await expect(enter).toBeEnabled()
  await expect(rut).toHaveValue('11.111.111-1')
  await expect(password).toHaveValue('clave')
  await expect(password).toBeFocused()
  await expect.poll(() => asked.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => isScript(path) && !html.includes(`"${path}"`))).toEqual([])
})

test('the largest script of a page does not wait for in-frame.js, as one of low priority would (§12.1530)', async () => {
  for (const path of ['/', '/dashboard', '/login-email']) {
    const html = await (await fetch(`${portalServer.url}${path}`)).text()
    const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
    const weighed = await Promise.all(
      links.map(async (link) => ({
        link,
        size: await sizeOf(/href="([^"]+)"/.exec(link)?.[1] ?? ''),
      })),
    )
    const [largest, ...others] = weighed.toSorted((a, b) => b.size - a.size)
    expect(largest?.link, path).not.toContain('fetchpriority')
    expect(others.filter(({ link }) => !link.includes('fetchpriority="low"'))).toEqual([])
  }
})

for (const embedded of [false, true])
  test(`login and skeleton are painted in their final look before the stylesheet arrives${embedded ? ', within another site too' : ''} (§12.668)`, async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    // As `in-frame.js` answers in a frame.
    const body = "document.documentElement.toggleAttribute('data-embedded', true)"
    if (embedded) await page.route('**/in-frame.js', (route) => route.fulfill({ body }))
    for (const [path, size] of [
      ['/', PHONE],
      ['/', DESKTOP],
      ['/dashboard', PHONE],
      ['/dashboard', DESKTOP],
    ] as const) {
      await page.setViewportSize(size)
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/assets/*.css', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('#root main').waitFor()
      await page.evaluate(() => document.fonts.load('1em Figtree'))
      const early = await page.screenshot({ fullPage: true })

      const stylesheet = page.waitForResponse('**/assets/*.css')
      // A public page asks for it after its scripts.
      await page
        .locator('link[data-later]')
        .evaluateAll(([link]) => link?.setAttribute('rel', 'stylesheet'))
      release()
      await (await stylesheet).finished()
      await page.waitForLoadState('load')
      expect((await page.screenshot({ fullPage: true })).equals(early), path).toBe(true)
    }
  })

test('the queue does not move when its numbers arrive (§12.667)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logInAs(page, 'mario', '/privacy')
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests/**', async (route) => {
    await answers
    await route.continue()
  })
  await page.goto('/requests')
  const views = page.getByRole('group', { name: 'Qué solicitudes' })
  await expect(views.getByRole('button', { name: 'Todas' })).toBeEnabled()
  await page.evaluate(() => document.fonts.ready)
  const places = () =>
    views
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()))
  const before = await places()
  answer()
  await expect(views.getByRole('button', { name: /^Cerradas\s*\d/ })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('no built script has a schema of the contract', () => {
  const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))
  const scripts = globSync('**/*.js', { cwd: dist })
  expect(scripts).not.toEqual([])
  const withSchemas = scripts.filter((file) =>
    /_zod|Zod[A-Z]/.test(readFileSync(`${dist}/${file}`, 'utf8')),
  )
  expect(withSchemas).toEqual([])
})
