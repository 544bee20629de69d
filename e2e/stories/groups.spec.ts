import { personas } from '../../apps/api/seeds/personas.ts'
import { expectAccessible } from '../support/checks.ts'
import { expect, guest, openAccount, test } from '../support/portal.ts'
import { confirm, filterByRut, openUsersAs, press, userForm } from '../support/users-screen.ts'

test('Carla has no choice of groups; Iván has, but not for himself (§5.31)', async ({
  page,
  request,
}) => {
  const ulises = guest('66666666-6', 'Ulises', 'Vera')
  await openAccount(request, ulises)
  await openUsersAs(page, 'carla')
  await filterByRut(page, ulises.rut)
  await press(page, 'Editar Ulises Vera')
  await expect(userForm(page).getByLabel('Apellido')).toHaveValue('Vera')
  await expect(userForm(page).getByText('Grupos')).toHaveCount(0)
  await press(page, 'Cancelar')
  await expect(page.getByRole('link', { name: 'Grupos' })).toHaveCount(0)

  await openUsersAs(page, 'ivan')
  await filterByRut(page, ulises.rut)
  await press(page, 'Editar Ulises Vera')
  await userForm(page).getByRole('checkbox', { name: 'Contabilidad' }).check()
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Ulises Vera')).toBeVisible()
  await press(page, 'Editar Ulises Vera')
  await expect(userForm(page).getByRole('checkbox', { name: 'Contabilidad' })).toBeChecked()
  await press(page, 'Cancelar')

  await filterByRut(page, personas.ivan.rut)
  await press(page, 'Editar Iván Rojas Mella')
  await expect(userForm(page).getByLabel('Contraseña actual')).toBeVisible()
  await expect(userForm(page).getByText('Grupos')).toHaveCount(0)
})

test('Iván creates a group, changes its permissions, and deletes it (§12.54)', async ({ page }) => {
  await openUsersAs(page, 'ivan')
  await page.getByRole('link', { name: 'Grupos' }).click()
  await expect(page.getByRole('heading', { name: 'Grupos' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Administración/ })).toContainText(
    'Eliminar y restaurar usuarios',
  )
  await expectAccessible(page)
  await press(page, 'Añadir grupo')
  await page.getByLabel('Nombre').fill('Directorio')
  await page.getByRole('checkbox', { name: 'Consultar la bitácora' }).check()
  await expectAccessible(page)
  await press(page, 'Guardar')
  const row = page.getByRole('row', { name: /Directorio/ })
  await expect(row).toContainText('Consultar la bitácora')
  await press(page, 'Editar Directorio')
  await page.getByRole('checkbox', { name: 'Revisar las cargas' }).check()
  await press(page, 'Guardar')
  await expect(row).toContainText('Revisar las cargas de contabilidad')
  await press(page, 'Eliminar Directorio')
  await confirm(page, 'Se ha eliminado correctamente!')
  await expect(row).toHaveCount(0)
  await press(page, 'Eliminar Administración')
  await expect(page.getByRole('dialog', { name: 'Eliminar' })).toContainText(
    'Quítalos del grupo antes de eliminarlo',
  )
  await press(page, 'Entendido')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
