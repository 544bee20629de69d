import type { Page } from '@playwright/test'
import { expectToFit } from '../../support/checks.ts'
import { expect, logInAs, openPage, test } from '../../support/portal.ts'

const announced = (page: Page) => page.locator('p[role="status"]').first()

test('every page of a member has its own title, which is announced with the focus (§12.301)', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  await expect(page).toHaveTitle('Mi carpeta · Carpeta Virtual')
  await expect(announced(page)).toHaveText('')
  await expect(page.locator('#contenido')).not.toBeFocused()

  await page.getByRole('tab', { name: 'Escrituración' }).click()
  await expect(page).toHaveTitle('Escrituración · Carpeta Virtual')
  await page.getByRole('tab', { name: 'Estado de Cuenta' }).click()
  await expect(page).toHaveTitle('Estado de Cuenta · Carpeta Virtual')

  await page.getByRole('link', { name: 'Hola, Rosa' }).click()
  await expect(page).toHaveTitle('Mi perfil · Carpeta Virtual')
  await expect(announced(page)).toHaveText('Mi perfil · Carpeta Virtual')
  await expect(page.locator('#contenido')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle('Estado de Cuenta · Carpeta Virtual')
  await expect(page.locator('head > title')).toHaveCount(1)
})

test('the title is in the page before its scripts run (§12.300)', async ({ page, request }) => {
  const titles = {
    '/': 'Ingresar',
    '/client/activate': 'Activar cuenta',
    '/dashboard': 'Mi carpeta',
    '/users': 'Usuarios',
    '/privacy': 'Aviso de privacidad',
    '/nada': 'Página no encontrada',
  }
  for (const [path, title] of Object.entries(titles)) {
    const html = await (await request.get(path)).text()
    expect(html.match(/<title>.*?<\/title>/g)).toEqual([
      `<title>${title} · Carpeta Virtual</title>`,
    ])
  }
  await openPage(page, '/')
  await expect(page).toHaveTitle('Ingresar · Carpeta Virtual')
  await expect(page.locator('title')).toHaveCount(1)
})

test('an unknown page says so, leads home, and keeps the bar of the person who is logged in (§2.16, §12.306)', async ({
  page,
}) => {
  const response = await page.goto('/nada/de/nada')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await expect(page).toHaveURL('/')
  await logInAs(page, 'rosa', '/nada')
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await page.getByRole('link', { name: 'Hola, Rosa' }).click()
  await expect(page).toHaveURL('/profile')
})
