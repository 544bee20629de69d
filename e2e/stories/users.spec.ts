import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../apps/api/seeds/personas.ts'
import { linkInLetter } from './mailbox.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillLogin,
  type Guest,
  logInAs,
  openAccount,
  test,
} from './portal.ts'

const NEW = 'Quillay#4471'

/** Each story has people of its own: the cast is everybody's. */
function guest(rut: string, firstName: string, lastName: string): Guest {
  const email = `${firstName}.${lastName}@correo.example`.toLowerCase()
  return { rut, firstName, lastName, email }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Usuarios' }).getByRole('row')
const form = (page: Page) => page.getByRole('dialog', { name: 'Usuarios' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openUsersAs(page: Page, name: 'carla' | 'ivan') {
  await logInAs(page, name)
  await page.getByRole('link', { name: 'Usuarios' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/')
}

/** Leaves this person's row alone in the list. */
async function filterByRut(page: Page, rut: string) {
  const filters = page.getByRole('button', { name: /^Filtros/ })
  if ((await filters.getAttribute('aria-expanded')) === 'false') await filters.click()
  await page.getByLabel('Rut', { exact: true }).fill(rut)
  await press(page, 'Filtrar')
  await expect(page).toHaveURL(/social_security=/)
}

async function fillIn(page: Page, { firstName, lastName, email, rut }: Guest) {
  await form(page).getByLabel('Nombre').fill(firstName)
  await form(page).getByLabel('Apellido').fill(lastName)
  await form(page).getByLabel('Correo').fill(email)
  await form(page).getByLabel('Rut').fill(rut)
}

async function visit(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  return context.newPage()
}

test('Carla adds a user and edits her', async ({ page }) => {
  const olga = guest('22222222-2', 'Olga', 'Paredes')
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await expectAccessible(page)
  await press(page, 'Guardar')
  await expect(form(page).getByText('Ingrese nombre')).toBeVisible()
  await expect(form(page).getByText('Ingrese una contraseña')).toBeVisible()
  await fillIn(page, olga)
  await form(page).getByLabel('Contraseña', { exact: true }).fill(NEW)
  await form(page).getByLabel('Repite la contraseña').fill(NEW)
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Olga Paredes')).toBeVisible()

  await filterByRut(page, olga.rut)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('22.222.222-2')
  await expect(rows(page).last()).toContainText('Activado')
  await press(page, 'Editar Olga Paredes')
  await form(page).getByLabel('Apellido').fill('Paredes Ríos')
  await form(page).getByLabel('Activo').uncheck({ force: true })
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Olga Paredes Ríos')
  await expect(rows(page).last()).toContainText('Desactivado')
})

test('Carla deletes a user and restores her', async ({ page, request }) => {
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
  await press(page, 'OK')
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await press(page, 'OK')
  await expect(page.getByText('No hay resultados')).toBeVisible()

  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await expect(rows(page).last()).toContainText('Olivia Parra')
  await expectAccessible(page)
  await press(page, 'Restaurar Olivia Parra')
  await expect(page.getByText('¿Seguro que quieres restaurar este usuario?')).toBeVisible()
  await press(page, 'OK')
  await expect(page.getByText('Se ha restaurado correctamente!')).toBeVisible()
  await press(page, 'OK')
  await page.getByRole('tab', { name: 'Ver todos' }).click()
  await expect(rows(page).last()).toContainText('Olivia Parra')
})

test('a rut that is taken is told on its field, and in a dialog when it is taken meanwhile', async ({
  page,
  request,
}) => {
  const first = guest('33333333-3', 'Paula', 'Silva')
  const second = guest('33333333-3', 'Paulina', 'Silva')
  await openAccount(request, first)
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillIn(page, second)
  await form(page).getByLabel('Contraseña', { exact: true }).fill(NEW)
  await form(page).getByLabel('Repite la contraseña').fill(NEW)
  await press(page, 'Guardar')
  await expect(form(page).getByText('Ya existe un usuario con este rut')).toBeVisible()
  await expect(form(page).getByLabel('Rut')).toBeFocused()
  await press(page, 'Cancelar')

  await filterByRut(page, first.rut)
  await press(page, 'Eliminar Paula Silva')
  await press(page, 'OK')
  await press(page, 'OK')
  await openAccount(request, second)
  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await press(page, 'Restaurar Paula Silva')
  await press(page, 'OK')
  const refused = page.getByRole('dialog', { name: 'Ocurrió un error' })
  await expect(refused).toContainText('Ya existe un usuario con este rut')
})

test('Carla invites Ramiro; he activates his account from the letter', async ({
  page,
  browser,
  baseURL,
}) => {
  const ramiro = guest('44444444-4', 'Ramiro', 'Toro')
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillIn(page, ramiro)
  await form(page).getByLabel('Enviar invitación').check({ force: true })
  await expect(form(page).getByLabel('Contraseña', { exact: true })).toHaveCount(0)
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Ramiro Toro')).toBeVisible()
  await filterByRut(page, ramiro.rut)
  await expect(rows(page).last()).toContainText(/Invitado el \d\d-\d\d-\d{4}/)

  const elsewhere = await visit(browser, baseURL)
  await elsewhere.goto(await linkInLetter(ramiro.email, 'Activa tu Carpeta Virtual'))
  await elsewhere.getByLabel('Ingresa una contraseña', { exact: true }).fill(NEW)
  await elsewhere.getByLabel('Repite la contraseña').pressSequentially(NEW)
  await press(elsewhere, 'Activar Cuenta')
  await expect(elsewhere.getByText('Hola, Ramiro')).toBeVisible()

  await page.reload()
  await expect(rows(page).last()).toContainText('Activado')
  await expect(rows(page).last()).toContainText('Activo')
  await expect(page.getByRole('button', { name: /(Invitar|invitación) a Ramiro/ })).toHaveCount(0)
})

test('an invitation is revoked, sent again alone, among the selected, and to all that match', async ({
  page,
}) => {
  const sonia = guest('55555555-5', 'Sonia', 'Urra')
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await fillIn(page, sonia)
  await form(page).getByLabel('Enviar invitación').check({ force: true })
  await press(page, 'Guardar')
  const first = await linkInLetter(sonia.email, 'Activa tu Carpeta Virtual')
  await filterByRut(page, sonia.rut)

  await press(page, 'Revocar la invitación a Sonia Urra')
  await press(page, 'OK')
  await expect(page.getByText('La invitación se revocó')).toBeVisible()
  await press(page, 'OK')
  await expect(rows(page).last()).toContainText('No invitado')
  const invite = page.getByRole('button', { name: 'Invitar a Sonia Urra' })
  await expect(invite).toBeFocused()

  await press(page, 'Invitar a todos')
  await expect(page.getByRole('dialog')).toContainText('a 1 usuario, de quienes coinciden')
  await press(page, 'Cancelar')

  await page.getByLabel('Seleccionar a Sonia Urra').check()
  await expect(page.getByText('1 seleccionado')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Invitar')
  await press(page, 'OK')
  await expect(page.getByText('1 correo va en camino.')).toBeVisible()
  await press(page, 'OK')
  await expect(rows(page).last()).toContainText(/Invitado el/)
  // The letter leaves while one looks, and the row tells it without being asked.
  await expect.poll(() => linkInLetter(sonia.email, 'Activa tu Carpeta Virtual')).not.toBe(first)
  await expect(page.getByText('En cola')).toHaveCount(0)
  await press(page, 'Reenviar la invitación a Sonia Urra')
  await expect(page.getByText('La invitación a Sonia Urra va en camino')).toBeAttached()
})

test('Carla has no choice of groups; Iván has, but not for himself', async ({ page, request }) => {
  const ulises = guest('66666666-6', 'Ulises', 'Vera')
  await openAccount(request, ulises)
  await openUsersAs(page, 'carla')
  await filterByRut(page, ulises.rut)
  await press(page, 'Editar Ulises Vera')
  await expect(form(page).getByLabel('Apellido')).toHaveValue('Vera')
  await expect(form(page).getByText('Grupos')).toHaveCount(0)
  await press(page, 'Cancelar')
  await expect(page.getByRole('link', { name: 'Grupos' })).toHaveCount(0)

  await logOut(page)
  await openUsersAs(page, 'ivan')
  await filterByRut(page, ulises.rut)
  await press(page, 'Editar Ulises Vera')
  await form(page).getByRole('checkbox', { name: 'Contabilidad' }).check()
  await press(page, 'Guardar')
  await expect(page.getByText('Se ha guardado correctamente: Ulises Vera')).toBeVisible()
  await press(page, 'Editar Ulises Vera')
  await expect(form(page).getByRole('checkbox', { name: 'Contabilidad' })).toBeChecked()
  await press(page, 'Cancelar')

  await filterByRut(page, personas.ivan.rut)
  await press(page, 'Editar Iván Rojas Mella')
  await expect(form(page).getByLabel('Contraseña actual')).toBeVisible()
  await expect(form(page).getByText('Grupos')).toHaveCount(0)
})

test('Iván makes a group, changes what it permits, and deletes it', async ({ page }) => {
  await openUsersAs(page, 'ivan')
  await page.getByRole('link', { name: 'Grupos' }).click()
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
  await press(page, 'OK')
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await press(page, 'OK')
  await expect(row).toHaveCount(0)
  await press(page, 'Eliminar Administración')
  await expect(page.getByRole('dialog', { name: 'Eliminar' })).toContainText(
    'Quítalos del grupo antes de eliminarlo',
  )
  await press(page, 'Entendido')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function rename(page: Page, person: Guest, lastName: string) {
  await openUsersAs(page, 'carla')
  await filterByRut(page, person.rut)
  await press(page, `Editar ${person.firstName} ${person.lastName}`)
  await form(page).getByLabel('Apellido').fill(lastName)
  await press(page, 'Guardar')
  await expect(page.getByText(/Se ha guardado correctamente/)).toBeVisible()
}

test('what Carla did is in the trail, on the screen and in the file', async ({ page, request }) => {
  const violeta = guest('77777777-7', 'Violeta', 'Zamora')
  await openAccount(request, violeta)
  await rename(page, violeta, 'Zamora Lillo')
  await page.goto('/activity')
  await expect(page).toHaveURL('/dashboard')
  await logOut(page)

  await logInAs(page, 'ivan')
  await page.goto('/activity')
  await press(page, 'Filtros')
  await page.getByLabel('Qué', { exact: true }).selectOption('Cambió un usuario')
  await page.getByLabel('De quién (nombre o rut)').fill(violeta.rut)
  await press(page, 'Filtrar')
  const entry = page.getByRole('table', { name: 'Bitácora' }).getByRole('row').last()
  await expect(entry).toContainText('Carla Neira Bustos')
  await expect(entry).toContainText('Apellido: Zamora')
  await expect(entry).toContainText('Zamora Lillo')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await press(page, 'Descargar CSV')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Carla Neira Bustos')
  expect(file.trim().split('\r\n')).toHaveLength(2)
})

test('whoever’s data Carla changed sees it, and changes them herself', async ({
  page,
  request,
}) => {
  const vilma = guest('23232323-K', 'Vilma', 'Zapata')
  await openAccount(request, vilma)
  await rename(page, vilma, 'Zapata Lillo')
  await logOut(page)
  await fillLogin(page, vilma.rut, SAMPLE_PASSWORD)
  await page.getByRole('link', { name: /^Hola/ }).click()
  const accesses = page.getByRole('table', { name: 'Quién accedió a mis datos' })
  await expect(accesses).toContainText('Cambió los datos de tu cuenta')
  await expect(accesses).toContainText('Carla Neira Bustos')
  await expectAccessible(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Vilma Inés')
  await press(page, 'Guardar')
  await expect(page.getByText('Tus datos se han guardado.')).toBeVisible()
  await expect(page.getByText('Hola, Vilma')).toBeVisible()
})

test('the keyboard alone adds a user', async ({ page }) => {
  const ximena = guest('88888888-8', 'Ximena', 'Yáñez')
  await openUsersAs(page, 'carla')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Añadir usuario' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Nombre')).toBeFocused()
  for (const text of [ximena.firstName, ximena.lastName, 'ximena@correo.example', ximena.rut]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(form(page).getByLabel('Enviar invitación')).toBeFocused()
  await page.keyboard.press('Tab')
  // The eye of each password is on the way.
  await page.keyboard.type(NEW)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha guardado correctamente: Ximena Yáñez')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir usuario' })).toBeFocused()
})

test('a deactivated user is out at once', async ({ page, request, browser, baseURL }) => {
  const yerko = guest('99999999-9', 'Yerko', 'Zúñiga')
  await openAccount(request, yerko)
  const elsewhere = await visit(browser, baseURL)
  await elsewhere.goto('/')
  await fillLogin(elsewhere, yerko.rut, SAMPLE_PASSWORD)
  await expect(elsewhere.getByText('Hola, Yerko')).toBeVisible()
  await openUsersAs(page, 'carla')
  await filterByRut(page, yerko.rut)
  await press(page, 'Editar Yerko Zúñiga')
  await form(page).getByLabel('Activo').uncheck({ force: true })
  await press(page, 'Guardar')
  await expect(rows(page).last()).toContainText('Desactivado')
  await elsewhere.goto('/profile')
  await expect(
    elsewhere.getByText('Tu sesión ha terminado. Ingresa nuevamente.').first(),
  ).toBeVisible()
})

const screens = ['/users', '/users?ver=eliminados', '/groups', '/activity']

async function openWithRows(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('table').or(page.getByText('No hay resultados'))).toBeVisible()
}

for (const width of [360, 768, 1440]) {
  test(`at ${width} px the screens of users fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await logInAs(page, 'ivan')
    for (const path of screens) {
      await openWithRows(page, path)
      await expectNoSidewaysScroll(page)
    }
    await page.goto('/users')
    await press(page, 'Añadir usuario')
    await expectNoSidewaysScroll(page)
  })
}

test('on a phone the screens of users can be used by anybody', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await logInAs(page, 'ivan')
  for (const path of screens) {
    await openWithRows(page, path)
    await expectAccessible(page)
  }
  await page.goto('/users')
  await press(page, 'Añadir usuario')
  await expectAccessible(page)
})

test('what is typed into a form is not lost to Escape', async ({ page }) => {
  await openUsersAs(page, 'carla')
  await press(page, 'Añadir usuario')
  await form(page).getByLabel('Nombre').fill('Zulema')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Cerrar sin guardar?' })
  await expect(question.getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form(page).getByLabel('Nombre')).toHaveValue('Zulema')
  await page.keyboard.press('Escape')
  await press(page, 'Cerrar sin guardar')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Añadir usuario' })).toBeFocused()
})

test('two who edit one account: the second is told, and sees what the first did', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const wilma = guest('12121212-9', 'Wilma', 'Ximénez')
  await openAccount(request, wilma)
  await openUsersAs(page, 'carla')
  await filterByRut(page, wilma.rut)
  await press(page, 'Editar Wilma Ximénez')
  await form(page).getByLabel('Correo').fill('wilma@vieja.example')

  const elsewhere = await visit(browser, baseURL)
  await rename(elsewhere, wilma, 'Ximénez Lara')

  await press(page, 'Guardar')
  await expect(form(page).getByText(/^La cuenta cambió mientras la editabas/)).toBeVisible()
  await press(page, 'Cancelar')
  await press(page, 'Editar Wilma Ximénez Lara')
  await expect(form(page).getByLabel('Correo')).toHaveValue(wilma.email)
})
