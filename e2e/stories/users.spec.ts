import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, guest, logInAs, openAccount, test } from '../support/portal.ts'
import {
  changeLastName,
  confirm,
  fillUserForm,
  filterByRut,
  openUsersAs,
  press,
  rows,
  userForm,
} from '../support/users-screen.ts'

const NEW = 'Quillay#4471'

test('Carla adds a user and edits her (§1.12)', async ({ page }) => {
  const olga = guest('22222222-2', 'Olga', 'Paredes')
  await logInAs(page, 'carla')
  await page.getByRole('link', { name: 'Usuarios' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible()
  await press(page, 'Añadir usuario')
  await expectAccessible(page)
  await press(page, 'Guardar')
  await expect(userForm(page).getByText('Ingrese nombre')).toBeVisible()
  await expect(userForm(page).getByText('Ingrese una contraseña')).toBeVisible()
  await fillUserForm(page, olga)
  await userForm(page).getByLabel('Contraseña', { exact: true }).fill(NEW)
  await userForm(page).getByLabel('Repite la contraseña').fill(NEW)
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Olga Paredes')).toBeVisible()

  await filterByRut(page, olga.rut)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('22.222.222-2')
  await expect(rows(page).last()).toContainText('Activado')
  await press(page, 'Editar Olga Paredes')
  await userForm(page).getByLabel('Apellido').fill('Paredes Ríos')
  await userForm(page).getByLabel('Activo').uncheck({ force: true })
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Olga Paredes Ríos')
  await expect(rows(page).last()).toContainText('Desactivado')
})

test('Carla deletes a user and restores her (§4.22)', async ({ page, request }) => {
  const olivia = guest('21212121-5', 'Olivia', 'Parra')
  await openAccount(request, olivia)
  await openUsersAs(page, 'carla')
  await filterByRut(page, olivia.rut)
  await press(page, 'Eliminar Olivia Parra')
  await expect(
    page.getByText(
      'IMPORTANTE: Luego de eliminar, no se podrá recuperar el usuario, ¿Seguro que quieres eliminar?',
    ),
  ).toBeVisible()
  await confirm(page, 'Se ha eliminado correctamente!')
  await expect(page.getByText('No hay resultados')).toBeVisible()

  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await expect(rows(page).last()).toContainText('Olivia Parra')
  await expectAccessible(page)
  await press(page, 'Restaurar Olivia Parra')
  await expect(page.getByText('¿Seguro que quieres restaurar este usuario?')).toBeVisible()
  await confirm(page, 'Se ha restaurado correctamente!')
  await page.getByRole('tab', { name: 'Ver todos' }).click()
  await expect(rows(page).last()).toContainText('Olivia Parra')
})

test('a taken rut is told on its field, and in a dialog when it is taken meanwhile', async ({
  page,
  request,
}) => {
  const first = guest('33333333-3', 'Paula', 'Silva')
  const second = guest('33333333-3', 'Paulina', 'Silva')
  await openAccount(request, first)
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillUserForm(page, second)
  await userForm(page).getByLabel('Contraseña', { exact: true }).fill(NEW)
  await userForm(page).getByLabel('Repite la contraseña').fill(NEW)
  await press(page, 'Guardar')
  await expect(userForm(page).getByText('Ya existe un usuario con este rut')).toBeVisible()
  await expect(userForm(page).getByLabel('Rut')).toBeFocused()
  await press(page, 'Cancelar')

  await filterByRut(page, first.rut)
  await press(page, 'Eliminar Paula Silva')
  await confirm(page, 'Se ha eliminado correctamente!')
  await openAccount(request, second)
  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await press(page, 'Restaurar Paula Silva')
  await press(page, 'OK')
  const refused = page.getByRole('dialog', { name: 'Ocurrió un error' })
  await expect(refused).toContainText('Ya existe un usuario con este rut')
})

test('the keyboard alone adds a user', async ({ page }) => {
  const ximena = guest('88888888-8', 'Ximena', 'Yáñez')
  await openUsersAs(page, 'carla')
  await page.getByRole('button', { name: 'Añadir usuario' }).focus()
  await page.keyboard.press('Enter')
  const typeInto = async (label: string, text: string) => {
    await expect(userForm(page).getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.type(text)
  }
  const fields = {
    Nombre: ximena.firstName,
    Apellido: ximena.lastName,
    Correo: 'ximena@correo.example',
    Rut: ximena.rut,
  }
  for (const [label, text] of Object.entries(fields)) {
    await typeInto(label, text)
    await page.keyboard.press('Tab')
  }
  await expect(userForm(page).getByLabel('Enviar invitación')).toBeFocused()
  await page.keyboard.press('Tab')
  await typeInto('Contraseña', NEW)
  // Between the passwords is the button that shows the first one.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await typeInto('Repite la contraseña', NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha guardado correctamente: Ximena Yáñez')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir usuario' })).toBeFocused()
})

test('a deactivated user loses the session at once (§4.21)', async ({
  page,
  request,
  otherBrowser,
}) => {
  const yerko = guest('99999999-9', 'Yerko', 'Zúñiga')
  await openAccount(request, yerko)
  const elsewhere = await otherBrowser()
  await logInAs(elsewhere, yerko)
  await expect(elsewhere.getByText('Hola, Yerko')).toBeVisible()
  await openUsersAs(page, 'carla')
  await filterByRut(page, yerko.rut)
  await press(page, 'Editar Yerko Zúñiga')
  await userForm(page).getByLabel('Activo').uncheck({ force: true })
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Desactivado')
  await elsewhere.goto('/profile')
  await expect(
    elsewhere.getByText('Tu sesión ha terminado. Ingresa nuevamente.').first(),
  ).toBeVisible()
})

test('what is typed into a form is not lost to Escape', async ({ page }) => {
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await userForm(page).getByLabel('Nombre').fill('Zulema')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Cerrar sin guardar?' })
  await expect(question.getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(userForm(page).getByLabel('Nombre')).toHaveValue('Zulema')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await press(page, 'Cerrar sin guardar')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Añadir usuario' })).toBeFocused()
})

test('two staff edit one account: the second is told, and sees what the first did', async ({
  page,
  request,
  otherBrowser,
}) => {
  const wilma = guest('12121212-9', 'Wilma', 'Ximénez')
  await openAccount(request, wilma)
  await openUsersAs(page, 'carla')
  await filterByRut(page, wilma.rut)
  await press(page, 'Editar Wilma Ximénez')
  await userForm(page).getByLabel('Correo').fill('wilma@vieja.example')

  const elsewhere = await otherBrowser()
  await changeLastName(elsewhere, wilma, 'Ximénez Lara')

  await press(page, 'Guardar')
  await expect(userForm(page).getByText(/^La cuenta cambió mientras la editabas/)).toBeVisible()
  await press(page, 'Cancelar')
  await press(page, 'Editar Wilma Ximénez Lara')
  await expect(userForm(page).getByLabel('Correo')).toHaveValue(wilma.email)
})

const screens = ['/users', '/users?ver=eliminados', '/groups', '/activity']

async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('table').or(page.getByText('No hay resultados'))).toBeVisible()
  await expectLoaded(page)
}

test('the screens of users, groups and audit log fit (§12.60)', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await logInAs(page, 'ivan')
  for (const path of screens) {
    await openList(page, path)
    // Other stories check the same screens on a desktop.
    await expectAccessible(page)
    await expectToFit(page, { isAccessible: false })
  }
  await openList(page, '/users')
  await press(page, 'Añadir usuario')
  await expect(userForm(page)).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page, { isAccessible: false })
})

test('Carla finds Rosa by Ctrl-K and opens her file (§12.392)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'carla')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Socio, venta o solicitud' }).fill('muñoz')
  await expect(page.getByRole('option', { name: /^Rosa Muñoz/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rosa Muñoz Sepúlveda' })).toBeVisible()
  await expect(page).toHaveURL(/\/users\/\d+$/)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Cuenta' })).toBeVisible()
  await expectToFit(page)
})
