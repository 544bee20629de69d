import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'
import { chooseOfRow } from '../support/users-screen.ts'

const REASON = 'Llamó porque no encuentra sus propiedades'
const banner = (page: Page) => page.getByRole('region', { name: 'Ver como socio' })

test('Carla sees Bruno’s folder as he does, changes nothing, and Bruno reads it (§12.66, §12.1584)', async ({
  page,
  otherBrowser,
}) => {
  await logInAs(page, 'carla', '/users?fullname=Bruno')
  await chooseOfRow(page, 'Bruno Díaz Carrasco', 'Ver como socio')
  await page.getByLabel('Motivo').fill(REASON)
  await page.getByRole('button', { name: 'Ver la carpeta' }).click()

  await expect(page).toHaveURL(/\/dashboard/)
  await expect(banner(page)).toContainText('Bruno Díaz Carrasco')
  await expect(page.getByRole('tab', { name: 'Estado de Cuenta' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(banner(page)).toContainText('Bruno Díaz Carrasco')

  await page.goto('/dashboard?tab=solicitar-tramites')
  await expect(page.getByText('1 documento requerido').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Solicitar trámite' })).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByText('En modo "ver como socio" esto no se muestra')).toBeVisible()
  // Bruno's pages are in sight, without those of staff, and each opens.
  await page.setViewportSize({ width: 1440, height: 900 })
  const pages = page.getByRole('navigation', { name: 'Secciones' })
  for (const [name, heading] of [
    ['Documentos', 'Mis documentos'],
    ['Pagos', 'Mis pagos'],
    ['Trámites', 'Mi carpeta'],
    ['Avisos', 'Mi carpeta'],
    ['Ayuda', 'Ayuda'],
    ['Mi carpeta', 'Mi carpeta'],
  ] as const) {
    await pages.getByRole('link', { name }).click()
    await expect(pages.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(banner(page)).toContainText('Bruno Díaz Carrasco')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('Sin autorización')).toHaveCount(0)
  }
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0)
  for (const name of ['Mi perfil', 'Quién vio mis datos', 'Cambiar contraseña']) {
    await page.getByRole('button', { name: 'Abrir tu cuenta' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('main').getByText('En modo "ver como socio"')).toBeVisible()
  }
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Dejar de ver' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible()
  // Back in the list that was filtered.
  await expect(page).toHaveURL('/users?fullname=Bruno')
  await expect(banner(page)).toHaveCount(0)

  const bruno = await otherBrowser()
  await logInAs(bruno, 'bruno', '/accesses')
  await expect(bruno.getByText(REASON).first()).toBeVisible()
  await expect(
    bruno.getByText('Miró tu carpeta tal como la ves, sin poder cambiar nada').first(),
  ).toBeVisible()
})
