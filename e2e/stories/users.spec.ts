import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, fillLogin, GUEST_PASSWORD, guest, logInAs, test } from '../support/portal.ts'
import {
  chooseOfRow,
  confirm,
  filterByRut,
  press,
  rows,
  userForm,
} from '../support/users-screen.ts'

const NEW = 'Quillay#4471'

test('Carla adds a user by the keyboard, edits, deactivates, deletes and restores her (§1.12, §4.21, §4.22)', async ({
  page,
  otherBrowser,
}) => {
  const olga = guest('22222222-2', 'Olga', 'Paredes')
  await logInAs(page, 'carla')
  await page.getByRole('link', { name: 'Usuarios' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible()
  await page.getByRole('button', { name: 'Añadir usuario' }).focus()
  await page.keyboard.press('Enter')
  const typeInto = async (label: string, text: string) => {
    await expect(userForm(page).getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.type(text)
  }
  const fields = {
    Nombre: olga.firstName,
    Apellido: olga.lastName,
    Correo: olga.email,
    Rut: olga.rut,
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
  await expect(page.getByText('Se ha guardado correctamente: Olga Paredes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir usuario' })).toBeFocused()

  await filterByRut(page, olga.rut)
  await expect(rows(page).last()).toContainText('22.222.222-2')
  await expect(rows(page).last()).toContainText('Activado')
  await press(page, 'Editar Olga Paredes')
  await userForm(page).getByLabel('Apellido').fill('Paredes Ríos')
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Olga Paredes Ríos')

  // A deactivated user loses the session at once.
  const hers = await otherBrowser()
  await hers.goto('/')
  await fillLogin(hers, olga.rut, NEW)
  await expect(hers).toHaveURL('/change-password')
  await press(page, 'Editar Olga Paredes Ríos')
  await userForm(page).getByLabel('Activo').uncheck({ force: true })
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Desactivado')
  await hers.getByLabel('Ingresa tu contraseña actual').fill(NEW)
  await hers.getByLabel('Ingresa una nueva contraseña').fill(GUEST_PASSWORD)
  await hers.getByLabel('Repite la contraseña').fill(GUEST_PASSWORD)
  await press(hers, 'Cambiar contraseña')
  await expect(hers.getByText('Tu sesión ha terminado').first()).toBeVisible()

  await chooseOfRow(page, 'Olga Paredes Ríos', 'Eliminar')
  await expect(
    page.getByText(
      'IMPORTANTE: Luego de eliminar, no se podrá recuperar el usuario, ¿Seguro que quieres eliminar?',
    ),
  ).toBeVisible()
  await confirm(page, 'Se ha eliminado correctamente!')
  await expect(page.getByText('No hay resultados')).toBeVisible()
  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await expect(rows(page).last()).toContainText('Olga Paredes Ríos')
  await expectAccessible(page)
  await press(page, 'Restaurar Olga Paredes Ríos')
  await expect(page.getByText('¿Seguro que quieres restaurar este usuario?')).toBeVisible()
  await confirm(page, 'Se ha restaurado correctamente!')
  await page.getByRole('tab', { name: 'Ver todos' }).click()
  await expect(rows(page).last()).toContainText('Olga Paredes Ríos')
})

async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('table').or(page.getByText('No hay resultados'))).toBeVisible()
  await expectLoaded(page)
}

test('the screens of users, groups and audit log fit (§12.60)', async ({ page }) => {
  await logInAs(page, 'ivan')
  for (const path of ['/users?ver=eliminados', '/groups', '/activity', '/users']) {
    await openList(page, path)
    await expectToFit(page, { isAccessible: !path.includes('eliminados') })
  }
  await press(page, 'Añadir usuario')
  await expect(userForm(page)).toBeVisible()
  await expectToFit(page)
})

test('on a phone Carla sees the first account soon, and each is a short card (§12.1760)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInAs(page, 'carla')
  await openList(page, '/users')
  const cards = page.getByRole('table', { name: 'Usuarios' }).locator('tbody tr')
  const boxes = await cards.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
  )
  expect(boxes[0]?.top).toBeLessThanOrEqual(330)
  const rosa = cards.filter({ hasText: 'Rosa' }).first()
  expect((await rosa.boundingBox())?.height).toBeLessThanOrEqual(150)
  await expect(rosa.getByRole('button', { name: 'Editar Rosa Muñoz Sepúlveda' })).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cartas con código' })).toBeVisible()
})

test('Carla finds Rosa by Ctrl-K and opens her file (§12.392)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'carla')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Socio, venta, solicitud o página' }).fill('muñoz')
  await expect(page.getByRole('option', { name: /^Rosa Muñoz/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rosa Muñoz Sepúlveda' })).toBeVisible()
  await expect(page).toHaveURL(/\/users\/\d+$/)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Cuenta' })).toBeVisible()
  await expectToFit(page)
})
