import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/checks.ts'
import { expect, logInAs, openPage, test } from '../../support/portal.ts'

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 900 }

const block = (page: Page) => page.getByRole('region', { name: 'Próximo pago' })

/** Chooses what to pay, and goes to the simulated Webpay. */
async function goToWebpay(page: Page, choose: (dialog: Locator) => Promise<void>): Promise<void> {
  await block(page)
    .getByRole('button', { name: /^No: pagar \$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Pagar en línea' })
  await choose(dialog)
  await dialog.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByRole('heading', { name: 'Simulador de Webpay' })).toBeVisible()
}

test('Rosa pays what is overdue on her phone, gets her receipt, and Iván finds it and gives it back (§12.800, §12.807, §12.808, §12.1063, §12.2052, §12.2280, §12.2490)', async ({
  page: rosa,
  otherBrowser,
}) => {
  await rosa.setViewportSize(PHONE)
  await logInAs(rosa, 'rosa', '/dashboard?venta=V-1001')
  await goToWebpay(rosa, async (dialog) => {
    // Accounting booked her last payment on a later instalment, and she said that it was not for the overdue one.
    await expect(dialog.getByLabel(/Ponerme al día: 1 cuota atrasada/)).toBeChecked()
    await expect(dialog.getByText(/^Altos de Tumbes · Casa 24$/)).toBeVisible()
    await expect(dialog.getByText(/^\$\s[\d.]+ · UF\s11,20$/)).toBeVisible()
    await expectAccessible(rosa)
    await expectNoSidewaysScroll(rosa)
    await rosa.setViewportSize({ width: 360, height: 740 })
    const last = await dialog.getByText('Otro monto').boundingBox()
    await dialog.getByLabel(/Ponerme al día/).check()
    const pay = await dialog.getByRole('button', { name: /^Pagar \$\s[\d.]+$/ }).boundingBox()
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan(pay?.y ?? 0)
    // An amount above the balance stays beside its field.
    await dialog.getByLabel('Otro monto').check()
    await dialog.getByLabel('En', { exact: true }).selectOption('UF')
    await dialog.getByLabel('Monto', { exact: true }).fill('999.999')
    await dialog.getByRole('button', { name: /^Pagar/ }).click()
    await expect(dialog.getByText('El monto es mayor que tu saldo por pagar')).toBeVisible()
    await dialog.getByLabel(/Ponerme al día/).check()
  })
  await rosa.getByRole('button', { name: 'Aprobar el pago' }).click()

  await expect(rosa.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible()
  await expect(rosa).toHaveURL(/\/payments\/\d+$/)
  await expect(rosa.getByText('Débito terminada en 6623')).toBeVisible()
  await expect(
    rosa.getByText(/^Altos de Tumbes · Casa 24 · cuota del \d\d-\d\d-\d{4}$/),
  ).toBeVisible()
  await expect(rosa.getByText(/^Enviamos el comprobante a rosa.*@/)).toBeVisible()
  await expect(rosa.getByText('Cuotas de la tarjeta')).toBeVisible()
  await expectAccessible(rosa)
  await expectNoSidewaysScroll(rosa)
  const download = rosa.waitForEvent('download')
  await rosa.getByRole('button', { name: 'Descargar comprobante' }).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await rosa.reload()
  await expect(rosa.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible()
  await expect(rosa.getByText('Con este pago quedas al día.')).toBeVisible()
  await rosa.getByRole('link', { name: 'Volver a mi carpeta' }).last().click()
  await expect(block(rosa).getByRole('link', { name: 'Ver comprobante' })).toBeVisible()
  await expect(
    block(rosa).getByText(/^Pagaste .* el \d\d-\d\d-\d{4}; falta que contabilidad lo registre/),
  ).toBeVisible()
  await expect(block(rosa).getByText(/atrasada/)).toHaveCount(0)

  const ivan = await otherBrowser()
  await ivan.setViewportSize(DESKTOP)
  await logInAs(ivan, 'ivan', '/payments?state=all')
  await expect(ivan.getByRole('row', { name: /Rosa Muñoz.*Aprobado/ })).toBeVisible()
  await expectAccessible(ivan)
  await ivan
    .getByRole('row', { name: /Rosa Muñoz/ })
    .getByRole('button', { name: /, pago P/ })
    .click()
  await expect(ivan.getByText('Contabilidad todavía no informa un pago parecido')).toBeVisible()
  await expectAccessible(ivan)
  const dialog = ivan.getByRole('dialog')
  const refund = dialog.getByRole('button', { name: 'Devolver el pago' })
  const [close, apart] = [
    await dialog.getByText('Cerrar', { exact: true }).boundingBox(),
    await refund.boundingBox(),
  ]
  const closesAt = (close?.x ?? Infinity) + (close?.width ?? 0)
  expect(apart?.x).toBeGreaterThan(closesAt + 100)
  await refund.click()
  await ivan.getByRole('button', { name: /^Devolver \$/ }).click()
  await expect(ivan.getByText('Escribe el motivo')).toBeVisible()
  await ivan.getByLabel('Motivo').fill('Pagó dos veces')
  await ivan.getByRole('button', { name: /^Devolver \$/ }).click()
  await expect(ivan.getByRole('row', { name: /Rosa Muñoz.*Devuelto/ })).toBeVisible()
  await ivan.setViewportSize(PHONE)
  await expectNoSidewaysScroll(ivan)
})

test('Hernán’s bank rejects, he cancels, and the time runs out: each end says what to do next, also while it is not known (§12.804, §12.805, §12.937, §12.1066)', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'hernan', '/dashboard?venta=V-2001')
  await block(page).getByRole('button', { name: 'Pagar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Pagar en línea' })
  await dialog.getByLabel('Otro monto').check()
  await dialog.getByLabel('Monto', { exact: true }).fill('$ 150.000')
  for (const [decision, title, way] of [
    ['Rechazar el pago', 'Pago rechazado'],
    // As Webpay returns a cancelled payment: with a form.
    ['Anular y volver', 'Pago anulado', 'Volver con un formulario (POST)'],
    ['Dejar pasar el tiempo', 'Pago vencido'],
  ] as const) {
    await dialog.getByRole('button', { name: /^Pagar/ }).click()
    if (way) await page.getByLabel(way).check()
    await page.getByRole('button', { name: decision }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('no se cobró nada')).toBeVisible()
    // With the same choice.
    await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
    await expect(dialog.getByLabel('Otro monto')).toBeChecked()
    await expect(dialog.getByLabel('Monto', { exact: true })).toHaveValue('150000')
  }
  await dialog.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByRole('button', { name: 'Aprobar, y no responder todavía' }).click()
  await expect(page.getByRole('heading', { name: 'Pago en verificación' })).toBeVisible()
  await expect(page.getByText('No pagues de nuevo')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pago aprobado' })).toBeVisible()
})

test('Hernán’s browser does not open Webpay, which sends on to another site: he reads so and opens it with the link; in a frame the whole window leaves (§12.938)', async ({
  browser,
  page,
  baseURL,
}) => {
  const choose = async (block: Locator, dialog: Locator) => {
    await block.getByRole('button', { name: 'Pagar', exact: true }).click()
    await dialog.getByLabel('Otro monto').check()
    await dialog.getByLabel('Monto', { exact: true }).fill('$ 150.000')
    await dialog.getByRole('button', { name: /^Pagar/ }).click()
  }
  // Not `page`: this browser reports on its console what it refuses, where no page may have an error.
  const refusing = await browser.newPage({ viewport: DESKTOP })
  await logInAs(refusing, 'hernan', '/dashboard?venta=V-2002')
  await refusing.route('**/webpayserver/**', async (route) => {
    const isForm = route.request().method() === 'POST'
    const elsewhere = { status: 302, headers: { location: 'http://webpay.example/' } }
    return isForm ? route.fulfill(elsewhere) : route.fallback()
  })
  const dialog = refusing.getByRole('dialog', { name: 'Pagar en línea' })
  await choose(block(refusing), dialog)
  await expect(dialog.getByText('Webpay todavía no se abre')).toBeVisible()
  await expectAccessible(refusing)
  const opened = refusing.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Abrir Webpay en otra pestaña' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Simulador de Webpay' })).toBeVisible()
  await tab.getByRole('button', { name: 'Anular y volver' }).click()
  await expect(tab.getByRole('heading', { name: 'Pago anulado' })).toBeVisible()
  await refusing.close()

  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'hernan', '/dashboard?venta=V-2002')
  await openPage(page, '/privacy')
  await page.evaluate((url) => {
    document.body.innerHTML = `<iframe src="${url}/dashboard?venta=V-2002" width="1200" height="800"></iframe>`
  }, baseURL)
  const frame = page.frameLocator('iframe')
  const inFrame = frame.getByRole('region', { name: 'Próximo pago' })
  await choose(inFrame, frame.getByRole('dialog', { name: 'Pagar en línea' }))
  await expect(page.getByRole('heading', { name: 'Simulador de Webpay' })).toBeVisible()
  await page.getByRole('button', { name: 'Anular y volver' }).click()
  await expect(page.getByRole('heading', { name: 'Pago anulado' })).toBeVisible()
})
