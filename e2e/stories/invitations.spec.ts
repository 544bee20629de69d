import { expectAccessible } from '../support/checks.ts'
import { linkInEmail } from '../support/mailbox.ts'
import { expect, guest, test } from '../support/portal.ts'
import {
  confirm,
  fillUserForm,
  filterByRut,
  openUsersAs,
  press,
  rows,
  userForm,
} from '../support/users-screen.ts'

const NEW = 'Quillay#4471'

test('Carla invites Ramiro; he activates his account from the email', async ({
  page,
  otherBrowser,
}) => {
  const ramiro = guest('44444444-4', 'Ramiro', 'Toro')
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillUserForm(page, ramiro)
  await userForm(page).getByLabel('Enviar invitación').check({ force: true })
  await expect(userForm(page).getByLabel('Contraseña', { exact: true })).toHaveCount(0)
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Ramiro Toro')).toBeVisible()
  await filterByRut(page, ramiro.rut)
  await expect(rows(page).last()).toContainText(/Invitado\s*el \d\d-\d\d-\d{4}/)

  const elsewhere = await otherBrowser()
  await elsewhere.goto(await linkInEmail(ramiro.email, 'Activa tu Carpeta Virtual'))
  await elsewhere.getByLabel('Ingresa una contraseña', { exact: true }).fill(NEW)
  await elsewhere.getByLabel('Repite la contraseña').pressSequentially(NEW)
  await press(elsewhere, 'Activar Cuenta')
  await expect(elsewhere.getByText('Hola, Ramiro')).toBeVisible()

  await page.reload()
  await expect(rows(page).last()).toContainText('Activado')
  await expect(page.getByRole('button', { name: /(Invitar|invitación) a Ramiro/ })).toHaveCount(0)
})

test('an invitation is revoked, sent again to one, to the selected and to all that match', async ({
  page,
}) => {
  const sonia = guest('55555555-5', 'Sonia', 'Urra')
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillUserForm(page, sonia)
  await userForm(page).getByLabel('Enviar invitación').check({ force: true })
  await press(page, 'Guardar')
  const first = await linkInEmail(sonia.email, 'Activa tu Carpeta Virtual')
  await filterByRut(page, sonia.rut)

  await press(page, 'Revocar la invitación a Sonia Urra')
  await confirm(page, 'La invitación se revocó')
  await expect(rows(page).last()).toContainText('Sin invitar')
  const invite = page.getByRole('button', { name: 'Invitar a Sonia Urra' })
  await expect(invite).toBeFocused()

  await press(page, 'Invitar a todos')
  await expect(page.getByRole('dialog')).toContainText('a 1 usuario, de quienes coinciden')
  await press(page, 'Cancelar')

  await page.getByLabel('Seleccionar a Sonia Urra').check()
  await expect(page.getByText('1 seleccionado')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Invitar')
  await confirm(page, '1 correo va en camino.')
  await expect(rows(page).last()).toContainText(/Invitado\s*el/)
  // The row shows by itself that the email was sent.
  await linkInEmail(sonia.email, 'Activa tu Carpeta Virtual', { otherThan: first })
  await expect(page.getByText('En cola')).toHaveCount(0)
  await press(page, 'Reenviar la invitación a Sonia Urra')
  await expect(page.getByText('La invitación a Sonia Urra va en camino')).toBeAttached()
})
