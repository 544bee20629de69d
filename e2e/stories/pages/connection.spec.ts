import type { Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, openPage, test } from '../../support/portal.ts'

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'No hay conexión.' })
const KEPT = 'Lo que escribiste está guardado.'

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

  // Pressed while there is no server: once there is one, the page may find it before a click does.
  await notice(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(notice(page)).toContainText(KEPT)
  await page.unroute('**/api/**')
  await expect(notice(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a screen that is not loaded yet opens once the network is back (§12.304)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 740 })
  await logInAs(page, 'carla', '/profile')
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
