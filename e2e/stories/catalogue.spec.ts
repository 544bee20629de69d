import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'

// Every story changes procedures of its own: other stories request those of the sample.

const DESKTOP = { width: 1440, height: 900 }

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

/** Opens the procedures that a member is offered. */
async function openOffer(member: Page): Promise<Locator> {
  await member.goto('/dashboard?tab=solicitar-tramites')
  const offers = member.getByRole('button', { name: /^Solicitar trámite: / })
  await expect(offers.first()).toBeVisible()
  return offers
}

const offer = (member: Page, title: string) =>
  member.getByRole('button', { name: `Solicitar trámite: ${title}`, exact: true })

/** The switch moves before the server has answered. */
async function moveSwitch(page: Page, from: string, to: string) {
  const isSaved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.ok(),
  )
  await page.getByRole('switch', { name: from }).press('Space')
  await isSaved
  await expect(page.getByRole('switch', { name: to })).toBeVisible()
}

test('Mario adds a procedure; members can request it until he deletes it (§12.37)', async ({
  page,
  otherBrowser,
}) => {
  const title = 'Certificado de cuotas pagadas'
  const member = await otherBrowser()
  await logInAs(member, 'pia')
  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'mario')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Trámites', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Trámites' })).toBeVisible()
  await expectLoaded(page)
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
  await addProcedure(page, title, ['Cédula de identidad', 'Carta simple'])
  await expect(row(page, title)).toContainText('Cédula de identidad')
  await expect(row(page, title)).toContainText('30 horas hábiles')
  await openOffer(member)
  await expect(offer(member, title)).toBeVisible()

  // A shorter time limit, and the documents in another order.
  await page.getByRole('button', { name: `Editar ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar trámite' })
  await dialog.getByRole('button', { name: 'Subir documento 2' }).click()
  await expect(dialog.getByLabel('Nombre del documento 1')).toHaveValue('Carta simple')
  await dialog.getByLabel('Plazo de respuesta').fill('0')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Ingresa un plazo entre 1 y 500 horas hábiles')).toBeVisible()
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
  await dialog.getByLabel('Plazo de respuesta').fill('8')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(row(page, title)).toContainText('8 horas hábiles')
  await expect(row(page, title).getByRole('listitem')).toHaveText([
    'Carta simple',
    'Cédula de identidad',
  ])

  // Inactive for a while.
  await moveSwitch(page, `${title}: activo`, `${title}: inactivo`)
  await openOffer(member)
  await expect(offer(member, title)).toHaveCount(0)
  await moveSwitch(page, `${title}: inactivo`, `${title}: activo`)

  // Moved to the first place, for members too.
  await page.getByRole('button', { name: 'Ordenar' }).click()
  const order = page.getByRole('dialog', { name: 'Ordenar trámites' })
  const places = order.getByRole('listitem')
  const moved = places.filter({ has: page.getByText(title, { exact: true }) })
  await expect(moved).toBeVisible()
  const above = Number(await moved.locator('span').first().textContent()) - 1
  for (let place = above; place > 0; place -= 1) {
    await order.getByRole('button', { name: `Subir ${title}` }).click()
    await expect(places.nth(place - 1)).toContainText(title)
  }
  await expect(order.getByRole('button', { name: `Subir ${title}` })).toBeDisabled()
  await expectAccessible(page)
  await order.getByRole('button', { name: 'Guardar orden' }).click()
  await expect(order).toHaveCount(0)
  const offers = await openOffer(member)
  await expect(offers.first()).toHaveAccessibleName(`Solicitar trámite: ${title}`)

  // Deleted and restored.
  await page.getByRole('button', { name: `Eliminar ${title}` }).click()
  await expect(page.getByText('¿Seguro que quieres eliminar este elemento?')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(row(page, title)).toHaveCount(0)
  await openOffer(member)
  await expect(offer(member, title)).toHaveCount(0)
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
})

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, role: 'button' | 'tab', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by keyboard`)
}

test('with the keyboard only: sort, add, move, delete and restore', async ({ page }) => {
  const title = 'Trámite con teclado'
  await logInAs(page, 'ivan', '/procedures')
  await expect(page.getByRole('table')).toBeVisible()
  await expectLoaded(page)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

  await tabTo(page, 'button', 'Añadir trámite')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Título', { exact: true })).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Descripción')).toBeFocused()
  await page.keyboard.type('Sin ratón')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Subir documento 1')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Nombre del documento 1')).toBeFocused()
  await page.keyboard.type('Cédula')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Añadir trámite' })).toBeFocused()
  await expect(row(page, title)).toContainText('Cédula')

  await tabTo(page, 'button', 'Trámite')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?orden=title')
  const sorted = page.getByRole('columnheader', { name: 'Trámite' })
  await expect(sorted).toHaveAttribute('aria-sort', 'ascending')
  await expectLoaded(page)
  await expect(page.getByRole('button', { name: 'Trámite', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?orden=-title')
  await expect(sorted).toHaveAttribute('aria-sort', 'descending')
  await expectLoaded(page)

  await tabTo(page, 'button', `Eliminar ${title}`)
  // A single match would fail while the previous button’s tooltip leaves.
  await expect(page.getByRole('tooltip')).toHaveText(['Eliminar'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Eliminar ${title}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha eliminado correctamente!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Trámites' })).toBeFocused()

  await tabTo(page, 'tab', 'Ver todos')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Ver eliminados' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/procedures?ver=eliminados')
  await tabTo(page, 'button', `Restaurar ${title}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se ha restaurado correctamente!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, title)).toHaveCount(0)
})

test('holidays: staff work on a public one, and the cooperative closes on its own (§12.38)', async ({
  page,
}) => {
  await logInAs(page, 'mario', '/procedures/holidays?ano=2031')
  await expect(page.getByRole('table', { name: 'Feriados de 2031' })).toBeVisible()
  await expectLoaded(page)
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
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
