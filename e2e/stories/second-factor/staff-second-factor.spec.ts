import { personas } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/checks.ts'
import { addressInEmail } from '../../support/mailbox.ts'
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
import { saveRecoveryCodes, setUpTotp } from '../../support/second-factor.ts'
import { filterByRut, openUsersAs, press, userForm } from '../../support/users-screen.ts'

test('Carla resets the second factor of Elsa, who lost it, and Elsa is told (§12.106)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const elsa = guest('18181813-1', 'Elsa', 'Cortés')
  await openAccount(request, elsa)
  const hers = await otherBrowser()
  await logInAs(hers, elsa, '/profile')
  await setUpTotp(hers)
  await saveRecoveryCodes(hers)

  await openUsersAs(page, 'carla')
  await filterByRut(page, elsa.rut)
  await press(page, 'Editar Elsa Cortés')
  const access = userForm(page).getByRole('group', { name: 'Acceso' })
  await expect(access).toContainText('aplicación de códigos y códigos de recuperación')
  await expect(access).toContainText('1 sesión abierta')
  await expectAccessible(page)
  await access.getByRole('button', { name: 'Restablecer segundo factor' }).click()
  const question = page.getByRole('dialog', { name: '¿Restablecer el segundo factor de' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Restablecer' }).click()
  await expect(access).toContainText('Se restableció el segundo factor')
  await expect(access).toContainText('Sin segundo factor')
  await expect(access).toContainText('Sin sesiones abiertas')

  await addressInEmail(elsa.email, /^Tu segundo factor fue restablecido/)
  await hers.goto('/dashboard')
  await expect(hers.getByText('Tu sesión ha terminado. Ingresa nuevamente.')).toBeVisible()
  await hers.getByRole('link', { name: 'Ingresa nuevamente.' }).click()
  await fillLogin(hers, elsa.rut, GUEST_PASSWORD)
  await expect(hers.getByText('Hola, Elsa')).toBeVisible()
})

test('Carla ends the sessions of Ismael without touching his password (§12.106)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const ismael = guest('19191914-9', 'Ismael', 'Duarte')
  await openAccount(request, ismael)
  const his = await otherBrowser()
  await logInAs(his, ismael)
  await expect(his.getByText('Hola, Ismael')).toBeVisible()

  await openUsersAs(page, 'carla')
  await filterByRut(page, ismael.rut)
  await press(page, 'Editar Ismael Duarte')
  const access = userForm(page).getByRole('group', { name: 'Acceso' })
  await access.getByRole('button', { name: 'Cerrar sesiones' }).click()
  await page
    .getByRole('dialog', { name: '¿Cerrar las sesiones de Ismael Duarte?' })
    .getByRole('button', { name: 'Cerrar sesiones' })
    .click()
  await expect(access).toContainText('Se cerraron sus sesiones')
  await expectNoSidewaysScroll(page)
  await his.reload()
  await expect(his.getByText('Tu sesión ha terminado.')).toBeVisible()
  await logInAs(his, ismael)
  await expect(his.getByText('Hola, Ismael')).toBeVisible()
})

test('Carla cannot touch the access of Mario, who has other permissions', async ({ page }) => {
  await openUsersAs(page, 'carla')
  await filterByRut(page, personas.mario.rut)
  await press(page, 'Editar Mario Fuentes Alarcón')
  await expect(userForm(page).getByText('No puedes cambiar la contraseña')).toBeVisible()
  await expect(userForm(page).getByRole('group', { name: 'Acceso' })).toHaveCount(0)
})

test('Gloria ends one of her sessions, and only that one (§12.107)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const gloria = guest('12341234-6', 'Gloria', 'Pavez')
  await openAccount(request, gloria)
  const [first, second] = [await otherBrowser(), await otherBrowser()]
  for (const other of [first, second]) {
    await logInAs(other, gloria)
    await expect(other.getByText('Hola, Gloria')).toBeVisible()
  }
  await logInAs(page, gloria, '/profile')
  const sessions = page.getByRole('region', { name: 'Sesiones abiertas' })
  // The account was opened in a session of its own.
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  // The most recently used one stands first among the others.
  await sessions
    .getByRole('button', { name: /^Cerrar la sesión en/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: '¿Cerrar esta sesión?' })
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(sessions.getByText(/^Se cerró la sesión en/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await Promise.all([first, second].map((other) => other.reload()))
  const ended = (other: typeof page) => other.getByText('Tu sesión ha terminado.').count()
  await expect.poll(async () => (await ended(first)) + (await ended(second))).toBe(1)
  await logOut(page)
})
