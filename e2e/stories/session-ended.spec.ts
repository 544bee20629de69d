import { expectAccessible } from '../support/checks.ts'
import { expect, GUEST_PASSWORD, guest, logInAs, openAccount, test } from '../support/portal.ts'

test('Úrsula’s session ends while she writes: she logs in over the page, which keeps her text and sends it (§12.1726)', async ({
  page,
  request,
}) => {
  const ursula = guest('17654988-2', 'Úrsula', 'Bravo Lillo')
  await openAccount(request, ursula)
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(page, ursula, '/profile#cuenta')
  await page.getByLabel('Nombre', { exact: true }).fill('Úrsula Inés')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Guardar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ingresar' })
  await expect(dialog).toContainText('Lo que escribiste sigue en la página.')
  await expectAccessible(page)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(GUEST_PASSWORD)
  await dialog.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('Tus datos se han guardado.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Úrsula Inés')
  await expect(page.getByRole('region', { name: 'Tus datos' })).toContainText('Úrsula Inés Bravo')
})
