import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, guest, logInAs, openAccount, test } from '../../support/portal.ts'
import { certificate, pdf } from '../../support/request-form.ts'

/** Accounting names this rut as the co-holder of Rosa's sale. */
const luis = guest('13456789-9', 'Luis', 'Parra')

test('Rosa lets Luis see her purchase; he reads it until she takes the access back, and of the documents what is for both (§12.440, §12.598)', async ({
  page,
  otherBrowser,
  request,
}) => {
  await openAccount(request, luis)
  await logInAs(page, 'rosa', '/profile#quien-ve')
  const card = page.getByRole('region', { name: 'Quién ve mi compra' })
  await card.getByRole('button', { name: /^Dar acceso a / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/co-titular según la contabilidad/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dar acceso' }).click()
  await expect(card.getByText(/^Diste acceso a /)).toBeVisible()

  const reader = await otherBrowser()
  await reader.setViewportSize({ width: 360, height: 780 })
  await logInAs(reader, luis)
  await expect(reader.getByText(/^Compra de Rosa .* · puedes ver y pagar$/).first()).toBeVisible()
  await expect(reader.getByRole('tab')).toHaveText([
    /^Antecedentes Personales/,
    /^Estado de Cuenta/,
    /^Escrituración/,
  ])
  await expect(reader.getByRole('button', { name: 'Ya pagué: informar un pago' })).toHaveCount(0)
  await expectLoaded(reader)
  await expectAccessible(reader)
  await expectNoSidewaysScroll(reader)
  await reader.getByRole('tab', { name: 'Estado de Cuenta' }).click()
  await reader.getByRole('button', { name: /^Más/ }).click()
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Descargar CSV' }).click()
  expect((await download).suggestedFilename()).toBe('estado-de-cuenta-V-1001.csv')

  const ivan = await otherBrowser()
  await logInAs(ivan, 'ivan', '/member-documents?venta=V-1001')
  for (const [name, isForBoth] of [
    ['Promesa firmada.pdf', true],
    ['Carta privada.pdf', false],
  ] as const) {
    await ivan.getByRole('button', { name: 'Publicar documentos' }).click()
    const publishing = ivan.getByRole('dialog')
    const buffer = Buffer.concat([certificate, Buffer.from(`\n% ${name}\n`)])
    await publishing.locator('input[type=file]').setInputFiles([{ ...pdf(name), buffer }])
    await publishing.getByLabel(/^También lo ve el co-titular/).setChecked(isForBoth)
    await publishing.getByRole('button', { name: 'Publicar 1 documento' }).click()
    await expect(publishing).toHaveCount(0)
  }
  await reader.goto('/documents')
  await expect(reader.getByText('Promesa firmada')).toBeVisible()
  await expect(reader.getByText('Carta privada')).toHaveCount(0)
  await expectAccessible(reader)
  await expectNoSidewaysScroll(reader)

  await card.getByRole('button', { name: /^Quitar el acceso de Luis/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar acceso' }).click()
  await expect(card.getByText('Solo la ves tú.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Todavía no hay documentos')).toBeVisible()
  await reader.goto('/dashboard')
  await expect(reader.getByText('Todavía no hay compras en tu carpeta')).toBeVisible()
  // Staff of other stories fill Rosa's first page meanwhile.
  const seen = page.getByRole('region', { name: 'Quién vio mis datos' })
  const row = seen.getByRole('row', { name: /Vio tu compra V-1001 Luis Parra/ })
  await expect(async () => {
    for (const at of [1, 2, 3]) {
      await page.goto(`/accesses?pagina=${at}`)
      await expectLoaded(page)
      if ((await row.count()) > 0) return
    }
    expect(await row.count()).toBeGreaterThan(0)
  }).toPass()
})
