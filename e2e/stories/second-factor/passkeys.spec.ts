import { expectAccessible, expectToFit } from '../../support/checks.ts'
import {
  expect,
  fillLogin,
  GUEST_PASSWORD,
  guest,
  logInAs,
  logOut,
  openAccount,
  test,
} from '../../support/portal.ts'
import {
  addAuthenticator,
  addPasskey,
  confirmPassword,
  PASSKEY_LOGIN,
  saveRecoveryCodes,
  setUpTotp,
} from '../../support/second-factor.ts'

const DESKTOP = { width: 1280, height: 720 }

test('Aurora adds a passkey, logs in with it, renames it and removes it with it (§12.100, §12.103, §12.108, §12.311, security 16.27)', async ({
  page,
  request,
}) => {
  const aurora = guest('16262616-7', 'Aurora', 'Leiva')
  await openAccount(request, aurora)
  const authenticator = await addAuthenticator(page)
  await page.goto('/')
  await page.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(page.getByText('No se usó ninguna llave de acceso')).toBeVisible()
  await fillLogin(page, aurora.rut, GUEST_PASSWORD)
  await page.getByRole('link', { name: 'Hola, Aurora' }).click()
  await page.getByRole('heading', { name: 'Seguridad' }).click()

  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Mi teléfono')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await confirmPassword(page)
  await expect(page.getByRole('button', { name: 'Ya los guardé' })).toBeVisible()
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
  // Escape does not close what cannot be shown again.
  await page.keyboard.press('Escape')
  await saveRecoveryCodes(page)
  await expect(page.getByText('Te quedan 10 de 10.')).toBeVisible()
  const passkeys = page.getByRole('region', { name: 'Llaves de acceso' })
  await expect(passkeys.getByRole('listitem')).toContainText(/Mi teléfono.*sin uso todavía/)
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)

  // The same authenticator does not get a second passkey of the account.
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Ese equipo ya tiene una llave de acceso')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)

  await logOut(page)
  await page.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('link', { name: 'Hola, Aurora' }).click()
  await page.getByRole('heading', { name: 'Seguridad' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('Último uso')
  await page.getByRole('button', { name: 'Cambiar nombre de Mi teléfono' }).click()
  await page.getByLabel('Nombre de la llave de acceso').fill('Teléfono azul')
  await page.getByRole('button', { name: 'Guardar' }).last().click()
  await expect(page.getByText('Se cambió el nombre')).toBeVisible()

  // The login does not count, however recent: she confirms with the passkey that it is she.
  await page.getByRole('button', { name: 'Quitar Teléfono azul' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(page.getByText('Se quitó la llave de acceso')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)

  expect(await authenticator.countPasskeys()).toBe(1)
  await logOut(page)
  await page.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(page.getByText('Esa llave de acceso ya no sirve para ingresar')).toBeVisible()
  await fillLogin(page, aurora.rut, GUEST_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('Flora chooses her passkey among what the browser fills in (§12.100)', async ({
  page,
  request,
}) => {
  const flora = guest('12341237-0', 'Flora', 'Inostroza')
  await openAccount(request, flora)
  await addAuthenticator(page, { choosesInFields: true })
  await logInAs(page, flora, '/profile#seguridad')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('link', { name: 'Hola, Flora' })).toBeVisible()
})

test('after her password Irma may use her passkey instead of a code', async ({ page, request }) => {
  const irma = guest('18181818-2', 'Irma', 'Toledo')
  await openAccount(request, irma)
  await addAuthenticator(page)
  await logInAs(page, irma, '/profile#seguridad')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  // Only the first factor brings recovery codes.
  await setUpTotp(page, { isFirst: false })
  await expect(page.getByText('Se configuró la aplicación de códigos')).toBeVisible()
  await logOut(page)
  await fillLogin(page, irma.rut, GUEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible()
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
