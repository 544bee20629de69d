import { readFile } from 'node:fs/promises'
import { expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'
import { certificate, pdf } from '../../support/request-form.ts'

test('Los Robles sees what to pay and how, and reports a payment that Iván confirms (§12.189, §12.1935, §12.2055, §12.2080)', async ({
  page: robles,
  otherBrowser,
}) => {
  await robles.setViewportSize({ width: 360, height: 780 })
  await logInAs(robles, 'losRobles')
  const block = robles.getByRole('region', { name: 'Próximo pago' })
  await expect(block.getByText('Próxima cuota')).toBeInViewport()
  await expect(block.getByText(/^≈\s\$\s[\d.]+$/)).toBeVisible()
  await expect(robles.getByText(/^UF del \d\d-\d\d-\d{4}: \$\s[\d.,]+$/)).toBeInViewport()
  await block.getByRole('button', { name: 'Cómo pagar' }).click()
  await expect(block.getByText('00-123-45678-09')).toBeVisible()

  await block.getByRole('button', { name: 'Ya pagué: informar un pago' }).click()
  const form = robles.getByRole('dialog', { name: 'Ya pagué: informar un pago' })
  await form.getByRole('button', { name: 'Informar' }).click()
  await expect(form.getByText('Ingresa el monto')).toBeVisible()
  await expect(form.getByText('Ingresa la fecha del pago')).toBeVisible()
  await expectAccessible(robles)
  await expectNoSidewaysScroll(robles)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' }).format()
  await form.locator('input[type="date"]').fill(today)
  await form.getByLabel('Monto en pesos').fill('1.099.369')
  await form.locator('input[type=file]:not([capture])').setInputFiles(pdf('transferencia.pdf'))
  await form.getByRole('button', { name: 'Informar' }).click()
  const own = block.getByRole('region', { name: 'Pagos que informaste' })
  await expect(own.getByText('Informado, pendiente de validación')).toBeVisible()
  await expectAccessible(robles)

  const ivan = await otherBrowser()
  await logInAs(ivan, 'ivan')
  const menu = ivan.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Pagos informados' }).click()
  const reports = ivan.getByRole('table', { name: 'Pagos informados' })
  await expect(reports).toBeVisible()
  await expectAccessible(ivan)
  const wide = ivan.viewportSize()
  await ivan.setViewportSize({ width: 1024, height: 768 })
  const row = reports.getByRole('row').filter({ hasText: '1.099.369' })
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(150)
  if (wide) await ivan.setViewportSize(wide)
  await ivan.getByRole('link', { name: /Los Robles.*1\.099\.369$/ }).click()
  const download = ivan.waitForEvent('download')
  await ivan.getByRole('button', { name: 'Comprobante transferencia.pdf' }).click()
  expect(await readFile(await (await download).path())).toEqual(certificate)
  await ivan.getByText(/^Otros \d+ pagos de la venta$/).click()
  await expectAccessible(ivan)
  await ivan.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(ivan)
  await ivan
    .getByRole('button', { name: /^Usar este pago…, el pago/ })
    .first()
    .click()
  // Another amount and day: it asks first.
  const asked = ivan.getByRole('dialog', { name: 'Confirmar con un pago distinto' })
  await expect(asked).toBeVisible()
  await expectAccessible(ivan)
  await asked.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(ivan.getByRole('heading', { name: 'Resultado' })).toBeVisible()

  await robles.reload()
  await expect(own.getByText('Confirmado')).toBeVisible()
  await expectLoaded(robles)
})
