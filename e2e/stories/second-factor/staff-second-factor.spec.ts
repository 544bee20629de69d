import { expectAccessible } from '../../support/checks.ts'
import { linkInEmail } from '../../support/mailbox.ts'
import {
  chooseNewPassword,
  expect,
  guest,
  logInAs,
  openAccount,
  test,
} from '../../support/portal.ts'
import { saveRecoveryCodes, setUpTotp } from '../../support/second-factor.ts'
import { filterByRut, openUsersAs, press, userForm } from '../../support/users-screen.ts'

test('Carla resets the second factor of Elsa, who lost it, and Elsa chooses a password (§12.106)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const elsa = guest('18181813-1', 'Elsa', 'Cortés')
  await openAccount(request, elsa)
  const hers = await otherBrowser()
  await logInAs(hers, elsa, '/profile#seguridad')
  await setUpTotp(hers)
  await saveRecoveryCodes(hers)

  await openUsersAs(page, 'carla')
  await filterByRut(page, elsa.rut)
  await press(page, 'Editar Elsa Cortés')
  const access = userForm(page).getByRole('group', { name: 'Acceso' })
  await expect(access).toContainText('aplicación de códigos y códigos de recuperación')
  await expect(access).toContainText('1 sesión abierta')
  await access.getByRole('button', { name: 'Restablecer segundo factor' }).click()
  const question = page.getByRole('dialog', { name: '¿Restablecer el segundo factor de' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Restablecer' }).click()
  await expect(access).toContainText('Se restableció el segundo factor')
  await expect(access).toContainText('Sin segundo factor')
  await expect(access).toContainText('Sin sesiones abiertas')

  await hers.goto('/dashboard')
  await expect(hers.getByText('Tu sesión ha terminado. Ingresa nuevamente.').first()).toBeVisible()
  await hers.goto(await linkInEmail(elsa.email, 'Tu segundo factor fue restablecido'))
  await chooseNewPassword(hers)
  await expect(hers.getByText('Hola, Elsa')).toBeVisible()
})
