import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('Iván sees what is missing, tests the mail and begins the catalogue (§12.473)', async ({
  page,
}) => {
  await logInAs(page, 'ivan')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Puesta en marcha' }).click()
  await expect(page).toHaveURL('/setup')
  await expectLoaded(page)
  await page.getByText('Qué pedirle').first().click()
  await expect(page.getByText('COMPANY_NAME')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Enviarme un correo de prueba' }).click()
  await expect(page.getByText('No hay servidor de correo: falta SMTP_URL')).toBeVisible()

  await page.getByRole('button', { name: 'Elegir de una lista' }).click()
  await page.getByLabel('Visita a la vivienda o al terreno').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Añadir 1 trámite' }).click()
  await expect(page.getByText(/se puede pedir\.|se pueden pedir\./)).toBeVisible()
  await page.getByRole('button', { name: 'Elegir de una lista' }).click()
  await expect(page.getByLabel(/^Visita a la vivienda.*ya está/)).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
