import { expectAccessible } from '../support/checks.ts'
import { linkInEmail } from '../support/mailbox.ts'
import { expect, guest, test } from '../support/portal.ts'
import {
  chooseOfRow,
  confirm,
  fillUserForm,
  filterByRut,
  openUsersAs,
  press,
  rows,
  userForm,
} from '../support/users-screen.ts'

const NEW = 'Quillay#4471'

test('Carla invites Ramiro, revokes it and invites him again; he activates his account from the email (§12.1976)', async ({
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
  const first = await linkInEmail(ramiro.email, 'Activa tu Carpeta Virtual')

  await chooseOfRow(page, 'Ramiro Toro', 'Revocar la invitación')
  await confirm(page, 'La invitación se revocó')
  await expect(rows(page).last()).toContainText('Sin invitar')
  await expect(page.getByRole('button', { name: 'Acciones de Ramiro Toro' })).toBeFocused()
  await press(page, 'Invitar a todos…')
  await expect(page.getByRole('dialog')).toContainText('a 1 usuario, de quienes coinciden')
  await press(page, 'Cancelar')
  await page.getByLabel('Seleccionar a Ramiro Toro').check()
  await expect(page.getByText('1 seleccionado')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Invitar')
  await confirm(page, '1 correo va en camino.')
  await expect(rows(page).last()).toContainText(/Invitado\s*el/)
  const link = await linkInEmail(ramiro.email, 'Activa tu Carpeta Virtual', { otherThan: first })
  // The row shows by itself that the email was sent.
  await expect(page.getByText('En cola')).toHaveCount(0)

  const his = await otherBrowser()
  await his.goto(link)
  await his.getByLabel('Ingresa una contraseña', { exact: true }).fill(NEW)
  await his.getByLabel('Repite la contraseña').pressSequentially(NEW)
  await press(his, 'Activar Cuenta')
  await expect(his.getByText('Hola, Ramiro')).toBeVisible()

  await page.reload()
  await expect(rows(page).last()).toContainText('Activado')
  await press(page, 'Acciones de Ramiro Toro')
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /invita/i })).toHaveCount(0)
})
