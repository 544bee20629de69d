import { SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
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
  PASSKEY_LOGIN,
  saveRecoveryCodes,
  setUpTotp,
} from '../../support/second-factor.ts'

test('Aurora adds a passkey, logs in with it, renames it and removes it (§12.100, §12.311, security 16.27)', async ({
  page,
  request,
}) => {
  const aurora = guest('16262616-7', 'Aurora', 'Leiva')
  await openAccount(request, aurora)
  const authenticator = await addAuthenticator(page)
  await logInAs(page, aurora, '/profile')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  const passkeys = page.getByRole('region', { name: 'Llaves de acceso' })
  await expect(passkeys.getByRole('listitem')).toContainText(/Mi teléfono.*sin uso todavía/)

  await logOut(page)
  await page.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('link', { name: 'Hola, Aurora' })).toBeVisible()

  await page.getByRole('link', { name: 'Hola, Aurora' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('Último uso')
  await page.getByRole('button', { name: 'Cambiar nombre de Mi teléfono' }).click()
  await page.getByLabel('Nombre de la llave de acceso').fill('Teléfono azul')
  await page.getByRole('button', { name: 'Guardar' }).last().click()
  await expect(page.getByText('Se cambió el nombre')).toBeVisible()

  await page.getByRole('button', { name: 'Quitar Teléfono azul' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(page.getByText('Se quitó la llave de acceso')).toBeVisible()
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
  await logInAs(page, flora, '/profile')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('link', { name: 'Hola, Flora' })).toBeVisible()
})

test('the same authenticator does not get a second passkey of the account', async ({
  page,
  request,
}) => {
  const celia = guest('17171717-5', 'Celia', 'Godoy')
  await openAccount(request, celia)
  await addAuthenticator(page)
  await logInAs(page, celia, '/profile')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Ese equipo ya tiene una llave de acceso')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mi teléfono' })).toHaveCount(1)
})

test('Nelly confirms with her passkey that it is she who removes it (§12.108)', async ({
  page,
  request,
}) => {
  const nelly = guest('17171714-0', 'Nelly', 'Parada')
  await openAccount(request, nelly)
  await addAuthenticator(page)
  await logInAs(page, nelly, '/profile')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  // As if the login were older than ten minutes.
  await page.route(
    '**/api/auth/passkeys/*/',
    (route) =>
      route.fulfill({
        status: 403,
        headers: { 'x-error-code': 'reauthentication_required' },
        json: 'Confirma tu contraseña para continuar',
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Quitar Mi teléfono' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(page.getByText('Se quitó la llave de acceso')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('after her password Irma may use her passkey instead of a code', async ({ page, request }) => {
  const irma = guest('18181818-2', 'Irma', 'Toledo')
  await openAccount(request, irma)
  await addAuthenticator(page)
  await logInAs(page, irma, '/profile')
  await addPasskey(page, 'Mi teléfono')
  await saveRecoveryCodes(page)
  // Only the first factor brings recovery codes.
  await setUpTotp(page)
  await expect(page.getByText('Se configuró la aplicación de códigos')).toBeVisible()
  await logOut(page)
  await fillLogin(page, irma.rut, GUEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible()
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('without a passkey the login says so, and the password still works (§12.100)', async ({
  page,
}) => {
  await addAuthenticator(page)
  await page.goto('/')
  await page.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(page.getByText('No se usó ninguna llave de acceso')).toBeVisible()
  await fillLogin(page, '12345678-5', SAMPLE_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a new passkey and its recovery codes are accessible (§12.103)', async ({ page, request }) => {
  const someone = guest('14252514-3', 'Noemí', 'Barra')
  await openAccount(request, someone)
  await addAuthenticator(page)
  await logInAs(page, someone, '/profile')
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('button', { name: 'Ya los guardé' })).toBeVisible()
  await expectToFit(page)
  // Escape does not close what cannot be shown again.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Te quedan 10 de 10.')).toBeVisible()
  await expectToFit(page)
})
