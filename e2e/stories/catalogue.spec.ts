import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, logInAs, test } from './portal.ts'

// Every story keeps to procedures of its own: the sample's are asked for in others.

async function addProcedure(page: Page, title: string, documents: string[] = []) {
  await page.getByRole('button', { name: 'Añadir trámite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir trámite' })
  await dialog.getByLabel('Título').fill(title)
  await dialog.getByLabel('Descripción').fill('Para lo que haga falta.')
  for (const [index, name] of documents.entries()) {
    await dialog.getByRole('button', { name: 'Añadir documento' }).click()
    await dialog.getByLabel(`Nombre del documento ${index + 1}`).fill(name)
  }
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
}

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })

async function offered(page: Page): Promise<string[]> {
  await page.goto('/dashboard?tab=solicitar-tramites')
  await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  const buttons = page.getByRole('button', { name: /^Solicitar trámite: / })
  await expect(buttons.first()).toBeVisible()
  const labels = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')),
  )
  return labels.map((label) => label?.replace('Solicitar trámite: ', '') ?? '')
}

test('Mario adds a procedure; members may ask for it, until he takes it back', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const title = 'Certificado de cuotas pagadas'
  const member = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logInAs(member, 'pia')
  await logInAs(page, 'mario')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: 'Trámites', exact: true }).first().click()
  await expect(page.getByRole('table', { name: 'Trámites' })).toBeVisible()
  await expectAccessible(page)
  await addProcedure(page, title, ['Cédula de identidad', 'Carta simple'])
  await expect(row(page, title)).toContainText('Cédula de identidad')
  await expect(row(page, title)).toContainText('30 horas hábiles')
  expect(await offered(member)).toContain(title)

  // Changed: shorter, and with its documents the other way round.
  await page.getByRole('button', { name: `Editar ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar trámite' })
  await dialog.getByRole('button', { name: 'Subir documento 2' }).click()
  await expect(dialog.getByLabel('Nombre del documento 1')).toHaveValue('Carta simple')
  await dialog.getByLabel('Plazo de respuesta').fill('0')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Ingrese un plazo entre 1 y 500 horas hábiles')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Plazo de respuesta').fill('8')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(row(page, title)).toContainText('8 horas hábiles')
  await expect(row(page, title).getByRole('listitem')).toHaveText([
    'Carta simple',
    'Cédula de identidad',
  ])

  // Not offered for a while.
  await page.getByRole('switch', { name: `${title}: activo` }).click({ force: true })
  await expect(page.getByRole('switch', { name: `${title}: inactivo` })).toBeVisible()
  expect(await offered(member)).not.toContain(title)
  await page.getByRole('switch', { name: `${title}: inactivo` }).click({ force: true })
  await expect(page.getByRole('switch', { name: `${title}: activo` })).toBeVisible()

  // First of all, for members too.
  await page.getByRole('button', { name: 'Ordenar' }).click()
  const order = page.getByRole('dialog', { name: 'Ordenar trámites' })
  const up = order.getByRole('button', { name: `Subir ${title}` })
  while ((await up.getAttribute('aria-disabled')) === 'false') await up.click()
  await expectAccessible(page)
  await order.getByRole('button', { name: 'Guardar orden' }).click()
  await expect(order).toHaveCount(0)
  expect((await offered(member))[0]).toBe(title)

  // Into the trash and back.
  await page.getByRole('button', { name: `Eliminar ${title}` }).click()
  await expect(page.getByText('¿Seguro que quieres eliminar este elemento?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(row(page, title)).toHaveCount(0)
  expect(await offered(member)).not.toContain(title)
  await page.getByRole('tab', { name: 'Ver eliminados' }).click()
  await expect(page).toHaveURL('/procedures?ver=eliminados')
  await expect(page.getByRole('columnheader', { name: 'Fecha de eliminación' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Eliminar / })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Restaurar ${title}` }).click()
  await expect(page.getByText('¿Seguro que quieres restaurar este elemento?')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Se ha restaurado correctamente!')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('tab', { name: 'Ver todos' }).click()
  await expect(row(page, title)).toHaveCount(1)
  await member.close()
})

/** Walks on with Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'tab', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by keyboard`)
}

test('with the keyboard only: sort, add, move, delete and restore', async ({ page }) => {
  test.setTimeout(120_000)
  const title = 'Trámite con teclado'
  await logInAs(page, 'ivan')
  await page.goto('/procedures')
  await expect(page.getByRole('table')).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

  await tabTo(page, 'button', 'Añadir trámite')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Título')).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Sin ratón')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Subir documento 1')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Cédula')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Añadir trámite' })).toBeFocused()
  await expect(row(page, title)).toContainText('Cédula')

  await tabTo(page, 'button', 'Trámite')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?orden=title')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?orden=-title')
  await expect(page.getByRole('columnheader', { name: 'Trámite' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await tabTo(page, 'button', `Eliminar ${title}`)
  await expect(page.getByRole('tooltip')).toHaveText('Eliminar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Eliminar ${title}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Trámites' })).toBeFocused()

  await tabTo(page, 'tab', 'Ver todos')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?ver=eliminados')
  await tabTo(page, 'button', `Restaurar ${title}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha restaurado correctamente!')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(page, title)).toHaveCount(0)
})

test('holidays: a day of the country is worked, one of our own is kept', async ({ page }) => {
  await logInAs(page, 'mario')
  await page.goto('/procedures?vista=feriados&ano=2031')
  await expect(page.getByRole('table', { name: 'Feriados de 2031' })).toBeVisible()
  await expectAccessible(page)
  const labour = page.getByRole('row').filter({ hasText: '01-05-2031' })
  await labour.getByRole('button', { name: /^Atender este día/ }).click()
  await expect(labour).toContainText('Se atiende')
  await labour.getByRole('button', { name: /^Volver a cerrar/ }).click()
  await expect(labour).toContainText('Cerrado')

  await page.getByLabel('Fecha').fill('2031-08-04')
  await page.getByLabel('Motivo').fill('Aniversario')
  await page.getByRole('button', { name: 'Cerrar este día' }).click()
  const own = page.getByRole('row').filter({ hasText: '04-08-2031' })
  await expect(own).toContainText('La cooperativa')
  await page.getByLabel('Fecha').fill('2031-08-04')
  await page.getByLabel('Motivo').fill('Otro motivo')
  await page.getByRole('button', { name: 'Cerrar este día' }).click()
  await expect(page.getByText(/^Ese día ya está cerrado: Aniversario/)).toBeVisible()
  await own.getByRole('button', { name: /^Quitar/ }).click()
  await expect(own).toHaveCount(0)
})

for (const width of [360, 768, 1440]) {
  test(`at ${width} px nothing of the catalogue scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await logInAs(page, 'mario')
    for (const address of ['/procedures', '/procedures?vista=feriados']) {
      await page.goto(address)
      await expect(page.getByRole('table')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await page.goto('/procedures')
    await page.getByRole('button', { name: 'Añadir trámite' }).click()
    await expectNoSidewaysScroll(page)
  })
}
