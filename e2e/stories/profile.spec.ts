import { expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, GUEST_PASSWORD, guest, logInAs, openAccount, test } from '../support/portal.ts'

const NEW = 'Quillay#4471'

test('paste is blocked in the repeat field only (§2.37)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs(page, 'elena', '/change-password')
  await expect(page.getByLabel('Ingresa una nueva contraseña')).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), NEW)
  const rules = page.getByRole('list', { name: 'La contraseña necesita' })
  // On a busy machine the page is visible before its scripts run, and only they refuse a paste.
  await expect(async () => {
    await page.getByLabel('Ingresa una nueva contraseña').fill('')
    await page.keyboard.press('ControlOrMeta+V')
    await expect(rules.getByText('cumplido').first()).toBeAttached({ timeout: 1000 })
  }).toPass()
  await expect(page.getByLabel('Ingresa una nueva contraseña')).toHaveValue(NEW)
  await page.getByLabel('Repite la contraseña').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Repite la contraseña')).toHaveValue('')
})

test('Inés changes her password; the form is empty afterwards (§1.4)', async ({
  page,
  request,
}) => {
  const ines = guest('17890123-0', 'Inés', 'Cifuentes Mora')
  await openAccount(request, ines)
  await logInAs(page, ines, '/change-password')
  const [old, fresh, repeat] = [
    page.getByLabel('Ingresa tu contraseña actual'),
    page.getByLabel('Ingresa una nueva contraseña'),
    page.getByLabel('Repite la contraseña'),
  ]
  await old.fill('Otra#2026')
  await fresh.fill(NEW)
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

test('profile and password are accessible and nothing scrolls sideways', async ({ page }) => {
  await logInAs(page, 'elena', '/profile')
  await expect(page.getByText('Esta sesión', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Quién accedió a mis datos' })).toContainText(
    /Nadie más ha visto|Lo que vieron o cambiaron/,
  )
  await expectLoaded(page)
  await expectToFit(page)
  await page.goto('/change-password')
  await expect(page.getByLabel('Repite la contraseña')).toBeVisible()
  await expectToFit(page)
})
