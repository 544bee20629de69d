import { readFile } from 'node:fs/promises'
import { expectAccessible, expectNoSidewaysScroll, expectToFit } from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'
import {
  CESSION,
  certificate,
  confirmSent,
  DATA,
  fileInputs,
  openForm,
  pageInput,
  pdf,
  requestRow,
  submitButton,
} from '../support/request-form.ts'

/** A photo of one pixel. */
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

test('Pía uploads one document, by keyboard, by mouse and from the device: what is not accepted is told beside it (§12.5)', async ({
  page,
}) => {
  await logInAs(page, 'pia')
  // Asked for long before the key: the browser begins to hand over choosers only after a while.
  const chooser = page.waitForEvent('filechooser')
  await openForm(page, DATA)
  await expect(page.getByText('1 documento requerido')).toBeVisible()
  const choose = page.getByRole('button', { name: /^Elegir archivo/ })
  await choose.focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(pdf('por-teclado.pdf'))
  await expect(page.getByText('por-teclado.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar por-teclado.pdf' }).press('Enter')

  // A picture of one pixel, dragged in.
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const files = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'foto.png', { type: 'image/png' }))
    return transfer
  }, dot)
  await page.getByText('o arrástralo hasta aquí').dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('foto.png')).toBeVisible()
  const picture = page.locator('img[src^="blob:"]')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  await page.getByRole('button', { name: 'Quitar foto.png' }).click()
  await expect(choose).toBeVisible()

  await submitButton(page).click()
  await expect(page.getByText('Campo obligatorio')).toBeVisible()

  await fileInputs(page).setInputFiles({ ...pdf('foto.heic'), mimeType: 'image/heic' })
  await expect(page.getByText(/^No podemos abrir esta foto HEIC/)).toBeVisible()
  await page.getByRole('button', { name: 'Quitar foto.heic' }).click()

  // A photo of another kind that the browser reads becomes a JPEG (§12.2420).
  await fileInputs(page).setInputFiles({ name: 'foto.webp', mimeType: 'image/webp', buffer: webp })
  await page.getByRole('button', { name: 'Quitar foto.jpg' }).click()

  const large = { ...pdf('grande.pdf'), buffer: Buffer.alloc(10 * 1_048_576 + 1) }
  await fileInputs(page).setInputFiles(large)
  await expect(page.getByText('El tamaño del archivo no debe ser superior a 10MB')).toBeVisible()
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Quitar grande.pdf' }).click()

  // The server finds out a text that only calls itself a PDF.
  await fileInputs(page).setInputFiles({ ...pdf('texto.pdf'), buffer: Buffer.from('hola') })
  await expect(page.getByRole('alert')).toContainText('No pudimos abrir este PDF: parece dañado.')
  await expect(submitButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Quitar texto.pdf' }).click()

  await fileInputs(page).setInputFiles(pdf('certificado.pdf'))
  await submitButton(page).click()
  const id = await confirmSent(page)
  await requestRow(page, id).getByRole('link').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar certificado.pdf' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('certificado.pdf')
  expect(await readFile(await file.path())).toEqual(certificate)
})

test('Rosa uploads three documents, one of two pages: after a reload and a failure in the middle she goes on, also with large text (§12.6, §12.1302)', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  await openForm(page, CESSION)
  await expect(page.getByText('3 documentos requeridos')).toBeVisible()
  await fileInputs(page)
    .first()
    .setInputFiles([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf')])
  await expect(page.getByText('El máximo número de documentos permitidos es 3')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar d.pdf' }).click()
  // The same bytes would be the same page.
  const back = Buffer.concat([certificate, Buffer.from('\n% dorso')])
  await pageInput(page, 'Cédula').setInputFiles({ ...pdf('dorso.pdf'), buffer: back })
  await expect(page.getByText('· Subido')).toHaveCount(4)
  await page.getByRole('button', { name: 'Subir dorso.pdf' }).click()
  await page.getByLabel('Comentarios').fill('Para mi hija Camila.')
  await expect(page.getByText('Borrador guardado')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Recuperamos lo que habías escrito')).toBeVisible()
  await expect(page.getByLabel('Comentarios')).toHaveValue('Para mi hija Camila.')
  await expect(page.getByText('· Subido')).toHaveCount(4)
  await expect(page.getByText(/^(dorso|b)\.pdf$/)).toHaveText(['dorso.pdf', 'b.pdf'])
  await expectToFit(page)
  const sizeText = (size: string) =>
    page.evaluate((to) => {
      document.documentElement.style.fontSize = to
    }, size)
  await sizeText('200%')
  await expectNoSidewaysScroll(page)
  await sizeText('')
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.route('**/api/request/send/', (route) => route.abort(), { times: 1 })
  await submitButton(page).click()
  await expect(page.getByText('Ya se subieron 3 de 3 documentos requeridos.')).toBeVisible()
  await submitButton(page).click()
  const id = await confirmSent(page)

  await requestRow(page, id).getByRole('link').click()
  await expect(page.getByRole('button', { name: /^Descargar [ac]\.pdf/ })).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Descargar Cédula/ }).click()
  const joined = await readFile(await (await download).path())
  expect(joined.toString('latin1')).toMatch(/\/Count 2\b/)
  await expectAccessible(page)
})
