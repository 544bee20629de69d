import type { Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, openPage, test } from '../../support/portal.ts'

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'No hay conexión.' })
const KEPT = 'Lo que escribiste sigue en la página.'

/** No server answers; the page itself stays. */
const loseServer = (page: Page) => page.route('**/api/**', (route) => route.abort())

test('without a server the login says so, keeps what was typed and recovers (§12.302)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, '/')
  await loseServer(page)
  await page.getByLabel('Rut', { exact: true }).fill(personas.rosa.rut)
  await page.getByLabel('Contraseña', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(notice(page)).toContainText(KEPT)
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // The form is sent again by its own button.
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a screen that is not loaded yet opens once the network is back (§12.304)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 740 })
  await logInAs(page, 'carla', '/profile#sesiones')
  await page.getByText('Esta sesión').waitFor()
  await page.locator('p[role="status"]').first().waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Usuarios', level: 1 })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('after a release a page that was left open loads again by itself, where Rosa was going (§12.983)', async ({
  page,
}) => {
  await logInAs(page, 'rosa', '/dashboard')
  // A part of this page that is still on its way would not be found either, and would load it again.
  await expectLoaded(page)
  await page.waitForLoadState('networkidle')
  // The server has the scripts of the new release only; this page has the names of the former ones.
  let isNew = false
  await page.route('**/assets/*.js', (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  page.on('framenavigated', () => {
    isNew = true
  })
  isNew = false
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Mi perfil' }).click()
  await page.getByRole('heading', { name: 'Sesiones abiertas' }).click()
  await expect(page.getByText('Esta sesión')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  test(`at ${width} px the bar of a lost connection moves what Rosa reads down, and covers nothing of it (§12.1583)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await logInAs(page, 'rosa', '/dashboard?tab=estado-de-cuenta')
    await page.getByRole('heading', { name: /^5\. / }).waitFor()
    // A call that is still on its way would fail without a connection, and say so above her line.
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { name: /^5\. / }).scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 200))
    const firstLine = await page.evaluateHandle(
      (x) => document.elementFromPoint(x, 4) as HTMLElement,
      width / 2,
    )
    const topOf = () => firstLine.evaluate((part) => part.getBoundingClientRect().top)
    const before = await topOf()
    await page.context().setOffline(true)
    await expect(notice(page)).toBeVisible()
    const bar = await notice(page).evaluate(({ parentElement }) =>
      (parentElement as HTMLElement).getBoundingClientRect().toJSON(),
    )
    expect([bar.top, bar.left, bar.right]).toEqual([0, 0, width])
    expect(await topOf()).toBeCloseTo(before + bar.height, 0)
  })
}

test('the navigation of staff stays below that bar (§12.1583)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'carla', '/users')
  await page.getByRole('row').nth(8).waitFor()
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const bar = page.locator('div', { has: notice(page) }).last()
  const navigation = page.getByRole('navigation', { name: 'Menú principal' })
  const [above, below] = [await bar.boundingBox(), await navigation.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
})
