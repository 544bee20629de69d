import { readFile } from 'node:fs/promises'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, logInAs, test } from '../support/portal.ts'
import { certificate, pdf } from '../support/request-form.ts'

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 900 }

test('Iván publishes two documents of Bruno’s purchase, who finds, sees and downloads them; one is replaced, one withdrawn (§12.597, §12.599)', async ({
  page: ivan,
  otherBrowser,
}) => {
  await ivan.setViewportSize(DESKTOP)
  await logInAs(ivan, 'ivan', '/member-documents')
  await ivan.getByLabel('Venta: código, o nombre o rut del socio').fill('V-6001')
  await ivan.getByRole('button', { name: 'Buscar venta' }).click()
  await expect(ivan.getByText('Todavía no hay documentos publicados.')).toBeVisible()
  await ivan.getByRole('button', { name: 'Publicar documentos' }).click()
  const dialog = ivan.getByRole('dialog', { name: 'Publicar documentos en V-6001' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      pdf('V-6001_escritura_Copia legalizada 2026-03-14.pdf'),
      { name: 'plano.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no es un PDF') },
    ])
  await expect(dialog.getByLabel('Título').first()).toHaveValue('Copia legalizada')
  await expect(dialog.getByLabel('Categoría').first()).toHaveValue('deed')
  await expect(dialog.getByLabel('Fecha').first()).toHaveValue('14-03-2026')
  await expectAccessible(ivan)
  await dialog.getByRole('button', { name: 'Publicar 2 documentos' }).click()
  // What is no PDF stays in the dialog, with its reason.
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveCount(1)
  await ivan.setViewportSize(PHONE)
  await expectNoSidewaysScroll(ivan)
  await ivan.setViewportSize(DESKTOP)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(ivan.getByText('Copia legalizada', { exact: true })).toBeVisible()
  await expectAccessible(ivan)

  const bruno = await otherBrowser()
  await bruno.setViewportSize(PHONE)
  await logInAs(bruno, 'bruno')
  await bruno.getByRole('link', { name: 'Un documento nuevo' }).click()
  await expect(bruno.getByRole('heading', { name: 'Mis documentos' })).toBeVisible()
  const deed = bruno.getByRole('region', { name: 'Escritura' })
  await expect(deed.getByText('Nuevo')).toBeVisible()
  await expectAccessible(bruno)
  await expectNoSidewaysScroll(bruno)
  await deed.getByRole('button', { name: 'Ver Copia legalizada' }).click()
  await expect(deed.getByRole('img', { name: /Página 1/ })).toBeVisible()
  await expectAccessible(bruno)
  const download = bruno.waitForEvent('download')
  await deed.getByRole('button', { name: 'Descargar Copia legalizada' }).click()
  expect(await readFile(await (await download).path())).toEqual(certificate)
  await expect(deed.getByText('Nuevo')).toHaveCount(0)
  const all = bruno.waitForEvent('download')
  await bruno.getByRole('button', { name: 'Descargar todo' }).click()
  expect((await readFile(await (await all).path())).subarray(0, 2).toString()).toBe('PK')
  await bruno.setViewportSize(DESKTOP)
  await expectNoSidewaysScroll(bruno)

  const more = ivan.getByRole('button', { name: 'Más acciones de Copia legalizada' })
  await more.click()
  await ivan.getByRole('menuitem', { name: 'Quién lo abrió' }).click()
  await expect(ivan.getByRole('dialog').getByText(/Bruno/)).toBeVisible()
  await ivan.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await ivan.getByLabel('Archivo nuevo de Copia legalizada').setInputFiles({
    ...pdf('otra.pdf'),
    buffer: Buffer.concat([certificate, Buffer.from('\n% segunda copia\n')]),
  })
  await expect(ivan.getByText(/versión 2/)).toBeVisible()
  await more.click()
  await ivan.getByRole('menuitem', { name: 'Retirar' }).click()
  await ivan.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(ivan.getByText('Escribe por qué retiras el documento')).toBeVisible()
  await ivan.getByLabel('Motivo').fill('Era de otra venta')
  await ivan.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(ivan.getByText('Un documento retirado')).toBeVisible()
  await bruno.reload()
  await expect(bruno.getByText('Copia legalizada', { exact: true })).toHaveCount(0)
})
