import { expectAccessible } from '../support/checks.ts'
import { expect, test } from '../support/portal.ts'
import { confirm, openUsersAs, press } from '../support/users-screen.ts'

test('Iván creates a group, changes its permissions, and deletes it (§12.54)', async ({ page }) => {
  await openUsersAs(page, 'ivan')
  await page.getByRole('link', { name: 'Grupos' }).click()
  await expect(page.getByRole('heading', { name: 'Grupos' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Administración/ })).toContainText(
    'Eliminar y restaurar usuarios',
  )
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
