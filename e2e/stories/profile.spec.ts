import { expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, GUEST_PASSWORD, guest, logInAs, openAccount, test } from '../support/portal.ts'

const NEW = 'Quillay#4471'

test('Inés changes her password, which she cannot paste into the repeat field; the form is empty afterwards (§1.4, §2.37)', async ({
  page,
  context,
  request,
}) => {
  const ines = guest('17890123-0', 'Inés', 'Cifuentes Mora')
  await openAccount(request, ines)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs(page, ines, '/profile#sesiones')
  await expect(page.getByText('Esta sesión', { exact: true })).toBeVisible()
  await expectLoaded(page)
  await expectToFit(page)

  await page.getByRole('link', { name: 'Ver quién vio mis datos' }).click()
  await expect(page.getByRole('region', { name: 'Quién vio mis datos' })).toContainText(
    /Nadie más ha visto|Lo que vieron o cambiaron/,
  )
  await expectLoaded(page)
  await expectToFit(page)
  await page.goBack()

  await page.getByRole('link', { name: 'Cambiar contraseña' }).click()
  const [old, fresh, repeat] = [
    page.getByLabel('Ingresa tu contraseña actual'),
    page.getByLabel('Ingresa una nueva contraseña'),
    page.getByLabel('Repite la contraseña'),
  ]
  await expect(repeat).toBeVisible()
  await expectToFit(page)
  await page.evaluate((text) => navigator.clipboard.writeText(text), NEW)
  await fresh.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(fresh).toHaveValue(NEW)
  await repeat.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(repeat).toHaveValue('')

  await old.fill('Otra#2026')
  await repeat.fill(NEW)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('La contraseña actual no es correcta')).toBeVisible()
  await old.fill(GUEST_PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña guardada correctamente')).toBeVisible()
  for (const field of [old, fresh, repeat]) await expect(field).toHaveValue('')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
