import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectLoaded, expectToFit } from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'
import { certificate, DATA, openForm, pdf, submitButton } from '../support/request-form.ts'

const DESKTOP = { width: 1440, height: 900 }

type File = ReturnType<typeof pdf>

/** Sends a request and returns its number: other stories request the same procedures. */
async function sendRequest(
  page: Page,
  procedure: string,
  comment: string,
  file?: File,
): Promise<number> {
  await openForm(page, procedure)
  if (file) await page.locator('input[type="file"]').first().setInputFiles(file)
  await page.getByLabel('Comentarios').fill(comment)
  const sent = page.waitForResponse(/\/api\/request\/send\//)
  await submitButton(page).click()
  const { id } = await (await sent).json()
  await expect(page.getByText('La solicitud se ha guardado correctamente')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/tab=mis-tramites/)
  return id
}

/** Finds a request in the queue, as staff do. */
async function openFromQueue(page: Page, member: string, procedure: string, id: number) {
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByLabel('Socio (nombre o rut)').fill(member)
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/member=/)
  // The newest first.
  await page.getByRole('button', { name: 'Nº' }).click()
  await expect(page).toHaveURL(/orden=id/)
  await page.getByRole('button', { name: 'Nº' }).click()
  await expect(page).toHaveURL(/orden=-id/)
  await expect(page.getByRole('columnheader', { name: 'Nº' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('link', { name: `${procedure}, solicitud ${id}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: procedure })).toBeFocused()
}

/** Where it stands on the page; it is in view. */
async function placeOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('not in view')
  return box
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('Mario works through a request of Rosa, there and back, at one edge below one bar (§12.1883, §12.1884, §12.2020)', async ({
  page,
  otherBrowser,
}) => {
  const rosa = await otherBrowser()
  await logInAs(rosa, 'rosa')
  const id = await sendRequest(rosa, DATA, 'Me cambié de casa en noviembre.', pdf('domicilio.pdf'))

  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'mario')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Solicitudes' }).click()
  await expect(page).toHaveURL('/requests')
  await expect(page.getByRole('table')).toBeVisible()
  await expectLoaded(page)
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
  const heading = page.getByRole('heading', { level: 1 })
  // It comes a moment after the page was made wide, and moves the heading.
  await expect(menu).toBeVisible()
  const edge = (await placeOf(heading)).x
  const logOut = await placeOf(page.getByRole('button', { name: 'Cerrar sesión' }))
  const menuEnd = (await placeOf(menu)).y
  expect(logOut.y + logOut.height).toBeLessThanOrEqual(menuEnd)
  await openFromQueue(page, '12.345.678-5', DATA, id)
  expect((await placeOf(heading)).x).toBe(edge)
  await expect(page.getByText('Me cambié de casa en noviembre.')).toBeVisible()
  await expect(card(page, 'Socio')).toContainText('Rosa Muñoz Sepúlveda')
  await expect(page).toHaveTitle(`Solicitud Nº ${id} · Carpeta Virtual`)

  await page.getByRole('button', { name: 'Asignarme la solicitud' }).click()
  const assignee = page.getByRole('region', { name: 'Encargado' })
  await expect(assignee.getByText('Mario Fuentes Alarcón').first()).toBeVisible()
  await page.getByRole('button', { name: 'Comenzar revisión' }).click()
  await expect(page.getByRole('button', { name: 'Resolver y cerrar' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Descargar / }).click()
  expect(await readFile(await (await download).path())).toEqual(certificate)

  await page.getByRole('button', { name: 'Ver domicilio.pdf' }).click()
  const shown = page.getByRole('region', { name: /^Documento: / })
  await expect(shown.getByRole('img')).toBeVisible()
  const paper = await placeOf(shown)
  expect((await placeOf(card(page, 'Socio'))).x).toBeGreaterThan(paper.x + paper.width)
  await page.getByRole('button', { name: 'Cerrar el documento' }).click()

  await page.getByRole('button', { name: /^Rechazar Documento/ }).click()
  await page.getByLabel(/^Por qué no sirve/).fill('Es de otra persona')
  await page.getByRole('button', { name: 'Rechazar documento' }).click()
  await expect(page.getByText('Rechazado: Es de otra persona')).toBeVisible()
  await page.getByLabel('Nota interna').fill('Llamé a Rosa y va a buscar el correcto')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  const note = card(page, 'Historia').getByText('Llamé a Rosa y va a buscar')
  await expect(note).toBeVisible()
  // A note is written on the colour that it has, and the answer is not.
  const colourOf = (part: Locator) => part.evaluate((it) => getComputedStyle(it).backgroundColor)
  const amber = await colourOf(note)
  await expect.poll(() => colourOf(page.getByLabel('Nota interna'))).toBe(amber)
  expect(await colourOf(page.getByLabel('Qué falta'))).not.toBe(amber)
  await page.getByRole('radio', { name: 'Pedir lo que falta' }).check()
  await page.getByLabel('Qué falta').fill('Adjunta el certificado a tu nombre.')
  await expectToFit(page)
  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: 'Pedir al socio' }).click()
  await expect(page.getByText('Falta antecedente', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Pedir lo que falta' })).toHaveCount(0)
  const address = page.url()

  // Rosa reads what is missing, and no internal note.
  await rosa.goto(`/dashboard?venta=V-1001&tab=mis-tramites&solicitud=${id}`)
  await expect(rosa.getByText('Adjunta el certificado a tu nombre.').first()).toBeVisible()
  await expect(rosa.getByText('Llamé a Rosa')).toHaveCount(0)
  await rosa.locator('input[type="file"]').first().setInputFiles(pdf('mi-domicilio.pdf'))
  await rosa.getByRole('button', { name: 'Responder', exact: true }).click()
  await expect(rosa.getByText('Recibimos tu respuesta.')).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: /^Aceptar Documento/ }).click()
  await expect(page.getByText('Aceptado', { exact: true })).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles(pdf('comprobante.pdf'))
  await expect(page.getByRole('button', { name: 'Quitar comprobante.pdf' })).toBeVisible()
  await expect(page.getByText(/Aquí ves cómo está ahora/)).toHaveCount(0)
  // The reason why the first one was rejected stays.
  await page.getByText('1 documento anterior').click()
  await expect(page.getByText('Rechazado: Es de otra persona')).toBeVisible()
  await page.getByLabel('Respuesta').fill('Actualizamos tu dirección.')
  await page.reload()
  await expect(page.getByLabel('Respuesta')).toHaveValue('Actualizamos tu dirección.')
  await page.getByRole('button', { name: 'Resolver y cerrar' }).click()
  await expect(card(page, 'Respuesta al socio')).toContainText('Actualizamos tu dirección.')
  await expect(card(page, 'Respuesta al socio')).toContainText('comprobante.pdf')
  await expectAccessible(page)

  await rosa.reload()
  await expect(rosa.getByText('Actualizamos tu dirección.').first()).toBeVisible()
  await expect(rosa.getByRole('button', { name: 'Descargar comprobante.pdf' })).toBeVisible()

  // A request closed by mistake can be reopened.
  await page.getByRole('button', { name: 'Reabrir…' }).click()
  await page.getByLabel('Por qué se reabre').fill('Faltó actualizar la comuna')
  await page.getByRole('button', { name: 'Reabrir solicitud' }).click()
  await expect(page.getByText('En revisión', { exact: true })).toBeVisible()
  await expect(page.getByText('comprobante.pdf')).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Quitar comprobante.pdf' })).toHaveCount(0)
  await expect(page.getByLabel('Respuesta', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Volver a las solicitudes' }).click()
  await expect(page).toHaveURL(/member=.*orden=-id/)
  await expect(page).toHaveTitle('Solicitudes · Carpeta Virtual')
})
