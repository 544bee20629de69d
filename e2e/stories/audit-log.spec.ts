import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/checks.ts'
import { expect, guest, logInAs, openAccount, test } from '../support/portal.ts'
import { filterByRut, openUsersAs, press, userForm } from '../support/users-screen.ts'

test('what Carla changed is in the audit log, on the screen, in the file and for the user herself (§12.1970)', async ({
  page,
  request,
}) => {
  const violeta = guest('77777777-7', 'Violeta', 'Zamora')
  await openAccount(request, violeta)
  await openUsersAs(page, 'carla')
  await filterByRut(page, violeta.rut)
  await press(page, 'Editar Violeta Zamora')
  await userForm(page).getByLabel('Apellido').fill('Zamora Lillo')
  await press(page, 'Guardar')
  await expect(page.getByText(/Se ha guardado correctamente/)).toBeVisible()
  await page.goto('/activity')
  await expect(page).toHaveURL('/dashboard')

  await logInAs(page, 'ivan', '/activity')
  await press(page, 'Filtros')
  await page.getByLabel('Qué', { exact: true }).selectOption('Cambió un usuario')
  await press(page, 'Filtrar')
  await page.getByRole('searchbox', { name: 'Buscar a una persona' }).fill(violeta.rut)
  const entry = page.getByRole('table', { name: 'Bitácora' }).getByRole('row').last()
  await expect(entry).toContainText('Carla Neira Bustos')
  await expect(entry).toContainText('Apellido: Zamora')
  await expect(entry).toContainText('Zamora Lillo')
  const download = page.waitForEvent('download')
  await press(page, 'Descargar CSV')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Carla Neira Bustos')
  expect(file.trim().split('\r\n')).toHaveLength(2)

  await logInAs(page, violeta)
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Quién vio mis datos' }).click()
  const accesses = page.getByRole('table', { name: 'Quién vio mis datos' })
  await expect(accesses).toContainText('Cambió los datos de tu cuenta')
  await expect(accesses).toContainText('Carla Neira Bustos · Administración')
  await expectAccessible(page)
  await page.goto('/profile#cuenta')
  await page.getByLabel('Nombre', { exact: true }).fill('Violeta Inés')
  await press(page, 'Guardar')
  await expect(page.getByText('Tus datos se han guardado.')).toBeVisible()
  await expect(page.getByText('Hola, Violeta')).toBeVisible()
})
