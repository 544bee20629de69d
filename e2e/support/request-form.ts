import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { expect } from './portal.ts'

// A draft belongs to one member and one procedure: stories that run at once use different pairs.
export const COPY = 'Copia de contrato o de otro documento'
export const DATA = 'Actualización de datos personales'
export const CESSION = 'Cesión de derechos a un familiar'

export const certificate = await readFile(
  fileURLToPath(new URL('../../apps/api/seeds/certificado-de-residencia.pdf', import.meta.url)),
)

export const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: certificate })

/** In the list of procedures; it says whether one was begun. */
export const beginButton = (page: Page, procedure: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^(Solicitar trámite|Continuar): ${procedure}$`) })

/** The page has to show the tabs of a sale. */
export async function openForm(page: Page, procedure: string): Promise<void> {
  // An unsent request of another story may still appear above the tabs, and move them under the pointer.
  await page.waitForLoadState('networkidle')
  await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  await beginButton(page, procedure).click()
  await expect(page.getByLabel('Comentarios')).toBeVisible()
}

/** Of the documents that have no file yet. */
export const fileInputs = (page: Page): Locator =>
  page.locator('input[type=file][aria-label^="Archivo: "]')

/** Adds another page to the document whose name begins so. */
export const pageInput = (page: Page, title: string): Locator =>
  page.getByLabel(new RegExp(`^Otra página: ${title}`))

export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Solicitar trámite', exact: true })

/** Answers the dialog after a request was sent, and returns the request's number. */
export async function confirmSent(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('La solicitud se ha guardado correctamente')
  await expect(dialog).toContainText(/Nº \d+/)
  const [, id = ''] = /Nº (\d+)/.exec((await dialog.textContent()) ?? '') ?? []
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/tab=mis-tramites/)
  return id
}

/** A request in the member's table. */
export const requestRow = (page: Page, id: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: id, exact: true }) })
