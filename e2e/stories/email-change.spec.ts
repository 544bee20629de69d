import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { linkInEmail } from '../support/mailbox.ts'
import {
  chooseNewPassword,
  expect,
  GUEST_PASSWORD,
  guest,
  logInAs,
  openAccount,
  test,
} from '../support/portal.ts'
import { filterByRut, openUsersAs, press, userForm } from '../support/users-screen.ts'

test('Delia’s new email counts once she confirms it; her old address undoes it (§10.47)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const delia = guest('15151515-0', 'Delia', 'Donoso')
  const fresh = 'delia.nueva@correo.example'
  await openAccount(request, delia)
  await page.setViewportSize({ width: 360, height: 800 })
  await logInAs(page, delia, '/profile#cuenta')
  await page.getByLabel('Correo', { exact: true }).fill(fresh)
  await page.getByLabel('Contraseña actual').fill(GUEST_PASSWORD)
  await press(page, 'Guardar')
  await expect(page.getByText(`Pendiente de confirmar: ${fresh}`)).toBeVisible()
  await expect(page.getByLabel('Correo', { exact: true })).toHaveValue(delia.email)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const elsewhere = await otherBrowser()
  await elsewhere.goto(await linkInEmail(fresh, 'Confirma tu correo nuevo'))
  await expect(
    elsewhere.getByRole('heading', { name: 'Tu correo nuevo está confirmado' }),
  ).toBeVisible()
  await expect(elsewhere).toHaveURL('/confirm-new-email')
  await expectAccessible(elsewhere)
  await page.reload()
  await expect(page.getByLabel('Correo', { exact: true })).toHaveValue(fresh)

  const undo = await linkInEmail(delia.email, 'Tu correo cambió')
  await elsewhere.goto(undo)
  await expect(elsewhere).toHaveURL('/revert-email')
  await expectAccessible(elsewhere)
  await press(elsewhere, 'Deshacer el cambio')
  await expect(elsewhere.getByRole('heading', { name: 'El cambio se deshizo' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Tu sesión ha terminado. Ingresa nuevamente.').first()).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Elegir una contraseña nueva' }).click()
  await chooseNewPassword(elsewhere)
  await expect(elsewhere.getByText('Hola, Delia')).toBeVisible()
  await elsewhere.goto(undo)
  await press(elsewhere, 'Deshacer el cambio')
  await expect(
    elsewhere.getByRole('heading', { name: 'El link ya no está disponible' }),
  ).toBeVisible()
})

test('Carla, who saw Nelda’s card, writes her new email; it counts at once, and Nelda chooses a password with it (§12.1010)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const nelda = guest('15252525-7', 'Nelda', 'Zamora')
  const fresh = 'nelda.nueva@correo.example'
  await openAccount(request, nelda)
  await openUsersAs(page, 'carla')
  await filterByRut(page, nelda.rut)
  await press(page, 'Editar Nelda Zamora')
  await userForm(page).getByLabel('Correo').fill(fresh)
  await userForm(page).getByLabel('Comprobé su identidad').check()
  await press(page, 'Guardar')
  await expect(userForm(page)).toHaveCount(0)
  await expect(page.getByText(fresh).first()).toBeVisible()

  const elsewhere = await otherBrowser()
  await elsewhere.goto(await linkInEmail(fresh, 'Tu cuenta empieza de nuevo'))
  await chooseNewPassword(elsewhere)
  await expect(elsewhere.getByText('Hola, Nelda')).toBeVisible()
})
