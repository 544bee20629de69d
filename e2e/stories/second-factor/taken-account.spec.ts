import type { Page } from '@playwright/test'
import { expectToFit } from '../../support/checks.ts'
import { linkInEmail } from '../../support/mailbox.ts'
import {
  chooseNewPassword,
  expect,
  fillLogin,
  GUEST_PASSWORD,
  guest,
  logInAs,
  openAccount,
  openPage,
  test,
} from '../../support/portal.ts'
import {
  addAuthenticator,
  addPasskey,
  PASSKEY_LOGIN,
  saveRecoveryCodes,
} from '../../support/second-factor.ts'

/** The session has ended, and the passkey that was added does not open another. */
async function triesPasskey(thief: Page): Promise<void> {
  await thief.goto('/dashboard')
  await thief.getByRole('button', { name: 'Usar otra cuenta' }).click()
  await thief.getByRole('button', { name: PASSKEY_LOGIN }).click()
  await expect(thief.getByText('Esa llave de acceso ya no sirve para ingresar')).toBeVisible()
}

test('a thief adds a passkey to Lidia’s account; she restores her password, enters, and his passkey fails (security 16.102)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const lidia = guest('15151518-5', 'Lidia', 'Ramos')
  await openAccount(request, lidia)
  const thief = await otherBrowser()
  await addAuthenticator(thief)
  await logInAs(thief, lidia, '/profile#seguridad')
  await addPasskey(thief, 'Mi teléfono')
  await saveRecoveryCodes(thief)

  await openPage(page, '/')
  await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
  await page.getByRole('dialog').getByLabel('Rut').fill(lidia.rut)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Te enviamos un correo electrónico')).toBeVisible()
  await page.goto(await linkInEmail(lidia.email, 'Recupera tu contraseña'))
  await chooseNewPassword(page)
  await expect(page.getByText('Hola, Lidia')).toBeVisible()

  await triesPasskey(thief)
})

test('Gilda says ‘No fui yo’ and chooses a password; the thief’s passkey and her old password fail (§12.900, security 16.101)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const gilda = guest('13131314-4', 'Gilda', 'Ossa')
  await openAccount(request, gilda)
  const thief = await otherBrowser()
  await addAuthenticator(thief)
  await logInAs(thief, gilda, '/profile#seguridad')
  await addPasskey(thief, 'Mi teléfono')
  await saveRecoveryCodes(thief)

  await page.goto(await linkInEmail(gilda.email, 'Se agregó una llave de acceso'))
  await expect(page).toHaveURL('/not-me')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Recuperar mi cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Tu cuenta es solo tuya de nuevo' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('link', { name: 'Elegir una contraseña nueva' }).click()

  // Nobody gets in meanwhile.
  await triesPasskey(thief)
  await fillLogin(thief, gilda.rut, GUEST_PASSWORD)
  await expect(thief.getByText('Los datos ingresados no son correctos')).toBeVisible()

  await chooseNewPassword(page)
  await expect(page.getByText('Hola, Gilda')).toBeVisible()
})
