import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, guest, logInAs, openAccount, test } from '../../support/portal.ts'

/** Accounting names this rut as the co-holder of Rosa's sale. */
const luis = guest('13456789-9', 'Luis', 'Parra')

test('Rosa lets Luis see her purchase; he reads it until she takes the access back (§12.440)', async ({
  page,
  otherBrowser,
  request,
}) => {
  await openAccount(request, luis)
  await logInAs(page, 'rosa', '/profile#quien-ve')
  const card = page.getByRole('region', { name: 'Quién más ve mis compras' })
  await card.getByRole('button', { name: /^Dar acceso a / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/co-titular según la contabilidad/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Dar acceso' }).click()
  await expect(card.getByText(/^Diste acceso a /)).toBeVisible()

  const reader = await otherBrowser()
  await reader.setViewportSize({ width: 360, height: 780 })
  await logInAs(reader, luis)
  await expect(reader.getByText(/^Compra de Rosa .* · solo lectura$/).first()).toBeVisible()
  await expect(reader.getByRole('tab')).toHaveText([
    'Antecedentes Personales',
    'Estado de Cuenta',
    'Escrituración',
  ])
  await expect(reader.getByRole('button', { name: 'Informar un pago' })).toHaveCount(0)
  await expectLoaded(reader)
  await expectAccessible(reader)
  await expectNoSidewaysScroll(reader)
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toBe('estado-de-cuenta-V-1001.csv')

  await card.getByRole('button', { name: /^Quitar el acceso de Luis/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar acceso' }).click()
  await expect(card.getByText('Solo la ves tú.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Todavía no hay ventas en tu carpeta')).toBeVisible()
  await page.reload()
  const seen = page.getByRole('region', { name: 'Quién accedió a mis datos' })
  await expect(seen.getByText('Vio tu compra V-1001').first()).toBeVisible()
})
