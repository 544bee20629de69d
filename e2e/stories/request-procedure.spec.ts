import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { personas } from '../../apps/api/seeds/personas.ts'
import { addressInLetter } from './mailbox.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInAs, test } from './portal.ts'

// Who asks for what: a draft belongs to one member and one procedure, and stories run side by side.
const COPY = 'Copia de contrato o de otro documento'
const DATA = 'Actualización de datos personales'
const CESSION = 'Cesión de derechos a un familiar'

const certificate = await readFile(
  fileURLToPath(new URL('../../apps/api/seeds/certificado-de-residencia.pdf', import.meta.url)),
)
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: certificate })

async function openForm(page: Page, procedure: string) {
  await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  await page.getByRole('button', { name: `Solicitar trámite: ${procedure}` }).click()
  await expect(page.getByLabel('Comentarios')).toBeVisible()
}

const choosers = (page: Page) => page.locator('input[type=file]:not([capture])')
const submit = (page: Page) => page.getByRole('button', { name: 'Solicitar trámite', exact: true })
const saved = (page: Page) => page.getByText('La solicitud se ha guardado correctamente')

/** The number of the request that was just sent. */
async function confirm(page: Page): Promise<string> {
  await expect(saved(page)).toBeVisible()
  const words = (await page.getByRole('dialog').textContent()) ?? ''
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/tab=mis-tramites/)
  return /Nº (\d+)/.exec(words)?.[1] ?? ''
}

test('Rosa asks for something without documents, gets a letter, and takes it back', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  await openForm(page, COPY)
  await expect(page).toHaveURL(/tab=solicitar-tramites&tramite=\d+/)
  await submit(page).click()
  await expect(page.getByText('Ingrese un comentario')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Comentarios').fill('La promesa de compraventa, por favor.')
  await expect(page.getByText('Ingrese un comentario')).toHaveCount(0)
  await expect(page.getByText('Te avisaremos a r***@correo.example')).toBeVisible()

  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await submit(page).click()
  const id = await confirm(page)
  await expect(page.locator('body[data-before]')).toHaveCount(0)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: id, exact: true }) })
  await expect(row).toContainText('Enviado')

  // The letter leads there, also for whoever has to log in first.
  const address = await addressInLetter(personas.rosa.email, new RegExp(`^Recibimos .* ${id}: `))
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(address)
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Rut', { exact: true }).fill(personas.rosa.rut)
  await page.getByLabel('Contraseña', { exact: true }).fill('Carpeta#2026')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByText(`Solicitud Nº ${id}`)).toBeVisible()
  await expect(page.getByText('La promesa de compraventa, por favor.')).toBeVisible()

  const otherTab = await page.context().newPage()
  await otherTab.goto(address)
  await otherTab.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  await page.getByRole('button', { name: 'Sí, anular' }).click()
  await expect(page.getByText('Anulaste esta solicitud.')).toBeVisible()
  await otherTab.getByRole('button', { name: 'Sí, anular' }).click()
  await otherTab.getByRole('button', { name: 'Actualizar' }).click()
  await expect(otherTab.getByText('Anulaste esta solicitud.')).toBeVisible()
  await expect(otherTab.getByRole('dialog')).toHaveCount(0)
  await otherTab.close()
  await page.getByRole('button', { name: 'Volver a mis trámites' }).click()
  await expect(row).toContainText('Anulado')
})

test('Elena, whose sale is not approved yet, asks for a right and finds it again', async ({
  page,
}) => {
  await logInAs(page, 'elena')
  await page.goto('/profile')
  await page.getByText('Rectificación de mis datos').click()
  await page.getByLabel('Qué necesitas: Rectificación de mis datos').fill('Mi fono es otro.')
  await page.getByRole('button', { name: 'Pedir: Rectificación de mis datos' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Mis Trámites' }).click()
  await expect(page.getByText('Mi fono es otro.')).toBeVisible()
  await expect(page.getByText('Enviado', { exact: true })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText('Todavía no hay ventas en tu carpeta')).toBeVisible()
  await page.getByRole('link', { name: /^Ver mis trámites/ }).click()
  await expect(page.getByRole('row', { name: /Rectificación de mis datos/ })).toContainText(
    'Enviado',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('Pía hands in one document: what may not be handed in is told beside it', async ({ page }) => {
  await logInAs(page, 'pia')
  await openForm(page, DATA)
  await expect(page.getByText('1 documento requerido')).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Campo obligatorio')).toBeVisible()

  await choosers(page).setInputFiles({ ...pdf('foto.heic'), mimeType: 'image/heic' })
  await expect(page.getByText('Tipo de archivo no permitido.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar foto.heic' }).click()
  const large = { ...pdf('grande.pdf'), buffer: Buffer.alloc(10 * 1_048_576 + 1) }
  await choosers(page).setInputFiles(large)
  await expect(page.getByText('El tamaño del archivo no debe ser superior a 10MB')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Quitar grande.pdf' }).click()

  // A text that only calls itself a PDF is found out by the server.
  await choosers(page).setInputFiles({ ...pdf('texto.pdf'), buffer: Buffer.from('hola') })
  await submit(page).click()
  await expect(page.getByText('Este archivo no se puede enviar.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Tipo de archivo no permitido.')
  await page.getByRole('button', { name: 'Quitar texto.pdf' }).click()

  await choosers(page).setInputFiles(pdf('certificado.pdf'))
  await submit(page).click()
  const id = await confirm(page)
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: id, exact: true }) })
    .getByRole('link')
    .click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar certificado.pdf' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('certificado.pdf')
  expect(await readFile(await file.path())).toEqual(certificate)
})

test('Rosa hands in three documents: a failure in the middle is gone on from, even after a reload', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  await openForm(page, CESSION)
  await expect(page.getByText('3 documentos requeridos')).toBeVisible()
  await choosers(page)
    .first()
    .setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf')])
  await expect(page.getByText('El máximo número de documentos permitidos es 3')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar d.pdf' }).click()
  await page.getByLabel('Comentarios').fill('Para mi hija Camila.')

  let uploads = 0
  await page.route('**/api/upload-document/', (route) => {
    uploads += 1
    return uploads === 2 ? route.abort() : route.continue()
  })
  await submit(page).click()
  await expect(page.getByText('Ocurrió un error ...')).toBeVisible()
  await expect(page.getByText('Ya se subió 1 de 3 documentos requeridos.')).toBeVisible()
  await expect(page.getByText('Ya subido')).toHaveCount(1)

  await page.reload()
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Para mi hija Camila.')
  await expect(page.getByText('a.pdf')).toBeVisible()
  await expect(page.getByText('Ya subido')).toHaveCount(1)
  await choosers(page)
    .first()
    .setInputFiles([pdf('b.pdf'), pdf('c.pdf')])
  uploads = 10
  await submit(page).click()
  const id = await confirm(page)
  expect(uploads).toBe(12)

  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: id, exact: true }) })
    .getByRole('link')
    .click()
  await expect(page.getByRole('button', { name: /^Descargar [abc]\.pdf/ })).toHaveCount(3)
  await expectAccessible(page)
})

test('what Bruno was writing is there again after he logged out', async ({ page }) => {
  await logInAs(page, 'bruno')
  await openForm(page, COPY)
  await page.getByLabel('Comentarios').fill('Necesito el anexo')
  await expect(page.getByText('Borrador guardado')).toBeVisible()
  // Nothing waits for the rest: leaving does.
  await page.getByLabel('Comentarios').fill('Necesito el anexo de la bodega B-40.')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL('/')

  await logInAs(page, 'bruno')
  await page.getByRole('tab', { name: 'Mis Trámites' }).click()
  await expect(page.getByText('No hay trámites pendientes')).toBeVisible()
  await page.getByRole('link', { name: 'Solicitar un trámite' }).click()
  await page.getByRole('button', { name: `Solicitar trámite: ${COPY}` }).click()
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Necesito el anexo de la bodega B-40.')
  await page.getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByRole('button', { name: `Solicitar trámite: ${DATA}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Necesito el anexo de la bodega B-40.')
})

test('what Los Robles wrote without a network is there again, here and then on the server', async ({
  page,
  browser,
}) => {
  await logInAs(page, 'losRobles')
  await openForm(page, COPY)
  await page.context().setOffline(true)
  await page.getByLabel('Comentarios').fill('La escritura, por favor.')
  await expect(page.getByText('No pudimos guardar el borrador.')).toBeVisible()
  await page.getByRole('button', { name: 'Volver' }).click()
  // By the form that is being left, if the network is back in time, or by the one that is opened.
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/request/draft/') &&
      answer.request().method() === 'PUT' &&
      answer.ok(),
  )
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Solicitar trámite: ${COPY}` }).click()
  await expect(page.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
  await saved

  const phone = await browser.newPage()
  await logInAs(phone, 'losRobles')
  await openForm(phone, COPY)
  await expect(phone.getByLabel('Comentarios')).toHaveValue('La escritura, por favor.')
  await phone.close()
})

test('a file is chosen by keyboard, dropped by mouse, and seen before it is sent', async ({
  page,
}) => {
  await logInAs(page, 'losRobles')
  await openForm(page, DATA)
  const choose = page.getByRole('button', { name: /^Elegir archivo/ })
  await choose.focus()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(pdf('por-teclado.pdf'))
  await expect(page.getByText('por-teclado.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar por-teclado.pdf' }).press('Enter')

  // A picture of one dot, as somebody drags it in.
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const files = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'foto.png', { type: 'image/png' }))
    return transfer
  }, dot)
  await page.getByText('o arrástralo hasta aquí').dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('foto.png')).toBeVisible()
  const picture = page.locator('img[src^="blob:"]')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
})

test('Rosa reads what the cooperative answered, and her own document', async ({ page }) => {
  await logInAs(page, 'rosa')
  await page.getByRole('tab', { name: 'Mis Trámites' }).click()
  const answered = page
    .getByRole('row')
    .filter({ hasText: 'Actualizamos tu dirección: desde ahora es Pasaje Los Copihues 482' })
  await expect(answered).toContainText('22-09-2026')
  await expect(answered).toContainText('24-09-2026')
  await expect(answered).toContainText('Resuelto')
  await answered.click()
  await expect(page).toHaveURL(/solicitud=\d+/)
  await expect(page.getByRole('heading', { name: 'Respuesta de la cooperativa' })).toBeVisible()
  await expect(page.getByText('22-09-2026 16:05').first()).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Descargar certificado-de-residencia.pdf' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Mis Trámites' })).toBeVisible()
})

test('a request of somebody else is unknown', async ({ page }) => {
  await logInAs(page, 'hernan')
  await page.goto('/dashboard?venta=V-2001&tab=mis-tramites&solicitud=1')
  await expect(page.getByText('No encontramos esta solicitud entre las tuyas.')).toBeVisible()
})

test('letters about procedures can be left out, and the form then promises none', async ({
  page,
}) => {
  await logInAs(page, 'hernan')
  await page.goto('/profile')
  const wanted = page.getByRole('switch', { name: 'Recibir correos sobre mis trámites' })
  const isSaved = () =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/client/preferences/') && answer.request().method() === 'PATCH',
    )
  await expect(wanted).toBeChecked()
  const left = isSaved()
  await wanted.press('Space')
  await left
  await expect(wanted).toBeEnabled()
  await expect(wanted).not.toBeChecked()
  await page.reload()
  await expect(wanted).not.toBeChecked()
  await page.goto('/dashboard?venta=V-2001&tab=solicitar-tramites')
  await page.getByRole('button', { name: `Solicitar trámite: ${CESSION}` }).click()
  await expect(page.getByText('No te enviaremos correos sobre este trámite')).toBeVisible()
  await page.goto('/profile')
  await expect(wanted).toBeEnabled()
  const wantedAgain = isSaved()
  await wanted.press('Space')
  await wantedAgain
  await expect(wanted).toBeEnabled()
  await expect(wanted).toBeChecked()
})

for (const width of [360, 768, 1440]) {
  test(`at ${width} px the form and a request read well`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await logInAs(page, 'hernan')
    await page.goto('/dashboard?venta=V-2002&tab=solicitar-tramites')
    await page.getByRole('button', { name: `Solicitar trámite: ${CESSION}` }).click()
    await choosers(page)
      .first()
      .setInputFiles([pdf(`${'muy-largo-'.repeat(12)}.pdf`), pdf('b.pdf')])
    await expect(page.getByText('b.pdf')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await submit(page).click()
    await expect(page.getByText('Faltan 1 documentos')).toBeVisible()
    await expectAccessible(page)
  })
}
