import { readFile } from 'node:fs/promises'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Page } from '@playwright/test'
import { sampleUfValue } from '../../apps/api/seeds/sample-portal.ts'
import { expectAccessible, expectCells, expectNoSidewaysScroll } from '../support/checks.ts'
import { exportedSale, percent, pesos, shortDate, stateOf, uf } from '../support/exported-sale.ts'
import { expect, logInAs, logOut, test } from '../support/portal.ts'

const HINT = 'La parte del precio que pagas en cuotas mensuales; la fecha es la de la primera.'

/** By the UF of its day, below the amount. */
function pesosByUf(amount: number, day: string): string {
  const { pesos: rate } = sampleUfValue(day as CalendarDate)
  return `≈\u00a0${pesos(Math.round(amount * Number(rate)))}`
}

test('Rosa reads what she owes: every figure on the screen is the export’s; her folio can be verified without an account (§1.6)', async ({
  page,
}) => {
  const sale = exportedSale('V-1001')
  const { Reserva: reservation, 'Cuotas mensuales': plan, ...rest } = sale.compromiso
  await logInAs(page, 'rosa')

  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  const balance =
    rest.resumen.deuda +
    rest.contado_preliminar.compromiso +
    rest.credito_hipotecario_preliminar.compromiso
  for (const text of [
    sale.venta.proyecto_descripcion,
    sale.venta.propiedad_cod_tipo_descripcion,
    sale.venta.propiedad_lote,
    sale.venta.proyecto_descripcion_condominio,
    sale.venta.vendedor_descripcion,
    uf(balance),
    uf(sale.venta.precio_venta),
    `${plan.cuotas_pendientes} cuotas pendientes`,
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(page.getByText('Datos actualizados al 20-11-2026 06:00').first()).toBeVisible()

  // With one open sale it is selected, and its statement is open.
  await expect(page.getByRole('tab', { name: 'Estado de Cuenta' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  const statement = page.getByRole('tabpanel')
  for (const heading of [
    '1. IDENTIFICACIÓN DEL SOCIO',
    '2. IDENTIFICACIÓN DE LA PROPIEDAD',
    '3. COMPROMISO DE PAGO DE RESERVA',
    '4. PLAN DE PAGOS DE RESERVA',
    '5. CUOTAS',
    '6. PAGOS',
  ]) {
    await expect(statement.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(statement).toContainText(sale.venta.cliente_nombre_completo)
  await expect(statement).toContainText('12.345.678-5')

  const cuotas = sale.estado_de_pago['Cuotas mensuales'].cuotas
  await expectCells(page, 'Compromiso de pago de reserva', [
    [
      `Primera cuota (${percent(plan.compromiso_porcentaje)})${plan.tipo_documento}${HINT}`,
      shortDate(cuotas[0].fecha_vencimiento),
      pesos(plan.compromiso_pesos),
      uf(plan.compromiso),
    ],
    [
      `Reserva (${percent(reservation.compromiso_porcentaje)})${reservation.tipo_documento}`,
      shortDate(reservation.fecha_ultimo_pago),
      pesos(reservation.compromiso_pesos),
      uf(reservation.compromiso),
    ],
  ])
  const table = page.getByRole('table', { name: 'Cuotas', exact: true })
  // All years but that of the next instalment are folded.
  for (const year of [/^2024/, /^2025/, /^2027/, /^2028/])
    await table.getByRole('button', { name: year }).click()
  const lines = table.locator('[data-status]')
  const cells = () =>
    lines
      .filter({ has: page.locator('td') })
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
      )
  await expect
    .poll(async () => (await cells()).map(([dueOn = '', ...rest]) => [dueOn.slice(0, 10), ...rest]))
    .toEqual(
      cuotas.map((cuota: Record<string, number & string>) => [
        shortDate(cuota.fecha_vencimiento ?? ''),
        uf(cuota.monto_uf ?? 0),
        uf((cuota.monto_uf ?? 0) - (cuota.monto_uf_saldo ?? 0)),
        uf(cuota.monto_uf_saldo ?? 0),
        stateOf(cuota),
      ]),
    )
  const totals = page.getByRole('table', { name: 'Totales de la reserva', exact: true })
  for (const text of [
    uf(plan.compromiso),
    uf(plan.compromiso_pagado),
    percent(plan.compromiso_pagado_porcentaje),
    uf(plan.compromiso - plan.compromiso_pagado),
  ]) {
    await expect(totals.locator('tbody')).toContainText(text)
  }
  const newestFirst = sale.pagos.toSorted(
    (a: { fecha_deposito: string }, b: { fecha_deposito: string }) =>
      b.fecha_deposito.localeCompare(a.fecha_deposito),
  )
  await expectCells(
    page,
    'Pagos',
    newestFirst.map((pago: Record<string, number & string> & { cuotas: number[] }) => [
      String(pago.key),
      uf(pago.monto_uf ?? 0) + pesosByUf(pago.monto_uf ?? 0, pago.fecha_deposito ?? ''),
      shortDate(pago.fecha_deposito ?? ''),
      [
        pago.tipo_doc_descripcion,
        ...pago.cuotas.map(
          (place) => `Cuota del ${shortDate(cuotas[place - 1].fecha_vencimiento)}`,
        ),
      ].join(' · '),
    ]),
    4,
  )
  const receipts = statement.getByRole('link', { name: /Ver comprobante/ })
  await expect(receipts).toHaveCount(
    sale.pagos.filter((pago: { ficha_pago: string }) => pago.ficha_pago).length,
  )
  await expect(receipts.first()).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(statement).toContainText('contacto@vistaalbiobio.example')

  const download = async (label: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: label }).click()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const pdf = await download('Descargar PDF')
  expect(pdf.name).toBe('estado-de-cuenta-V-1001.pdf')
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: /^Más/ }).click()
  const csv = await download('Descargar CSV')
  expect(csv.name).toBe('estado-de-cuenta-V-1001.csv')
  expect(csv.content.toString()).toContain('Rosa Muñoz Sepúlveda')

  const [, folio = ''] =
    /verify-statement\?folio=([\w-]+)/.exec(pdf.content.toString('latin1')) ?? []
  await logOut(page)
  await page.goto(`/verify-statement?folio=${folio}`)
  await expect(page.getByText(/^Emitido el \d\d-\d\d-\d{4}, vigente$/)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Rosa')
  await page.getByLabel('Verificar otro folio').fill('EC-0000-0000-0000')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByText('No encontramos ningún documento')).toBeVisible()
  await expectAccessible(page)
})

test('Rosa opens a paid year by keyboard and sees what paid an instalment; print shows all (§12.170, §12.175)', async ({
  page,
}) => {
  await logInAs(page, 'rosa')
  const table = page.getByRole('table', { name: 'Cuotas', exact: true })
  const lines = table.locator('tr[data-status]:visible')
  const year = table.getByRole('button', { name: /^2024/ })
  await expect(year).toHaveAttribute('aria-expanded', 'false')
  await expect(lines).toHaveCount(12)
  await year.press('Enter')
  await expect(lines).toHaveCount(24)
  await table.getByRole('button', { name: '05-01-2024' }).click()
  await expect(table.getByRole('list', { name: 'Pagos de esta cuota' })).toContainText('Pago 2')

  await page.getByRole('switch', { name: 'Solo pendientes' }).press('Space')
  await expect(lines).toHaveCount(2)
  await page.reload()
  await expect(lines).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(lines).toHaveCount(60)
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('tab', { name: 'Estado de Cuenta' }).click()
  await page.getByRole('switch', { name: 'Solo pendientes' }).press('Space')
  await expect(lines).toHaveCount(2)
  await table.getByRole('button', { name: 'Ver las 10 pagadas' }).click()
  await table.getByRole('button', { name: '05-01-2026' }).click()
  await expect(table.locator('dt', { hasText: 'Monto pagado UF' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('Hernán has two open sales and one that is closed: he chooses one that is open, and is 40 px above the tabs (§9.11)', async ({
  page,
}) => {
  await logInAs(page, 'hernan')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('tab')).toHaveCount(0)
  const view = page.getByRole('button', { name: /^Ver / })
  await expect(view).toHaveCount(2)

  await page.getByRole('button', { name: /^Ver .*Mirador de Lenga/ }).click()
  await expect(page).toHaveURL(/venta=V-2002/)
  await expect(page.getByRole('tab', { name: 'Estado de Cuenta' })).toBeInViewport()
  await expect
    .poll(async () => (await page.getByRole('tablist').boundingBox())?.y)
    .toBeCloseTo(40, 0)
  await expect(page.getByRole('tabpanel')).toContainText('Departamento')

  await page.reload()
  await expect(page.getByRole('tabpanel')).toContainText('Departamento')
  await page.getByRole('button', { name: /^Ver .*Altos de Tumbes/ }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Casa pareada')
  await page.goBack()
  await expect(page.getByRole('tabpanel')).toContainText('Departamento')

  await page.goto('/dashboard?venta=V-2003')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('Hernán stays 40 px above the tabs while what is above them comes and goes, until he moves on, with motion and without (§12.711)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 900 })
  // Where nobody pays online 'Cómo pagar' is open at first.
  const unavailable = { available: false, results: [], begun_by_others: [], unrecorded: [] }
  await page.route('**/api/payments/own/', (route) => route.fulfill({ json: unavailable }))
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const answerAccount = await heldCall(page, '**/api/payment-account/')
    const answerReports = await heldCall(page, '**/api/payment-reports/own/')
    await page.emulateMedia({ reducedMotion })
    await logInAs(page, 'hernan')
    // As in browsers that do not keep the place by themselves.
    await page.addStyleTag({ content: '* { overflow-anchor: none }' })
    const top = async () => (await page.getByRole('tablist').boundingBox())?.y
    const payment = page.getByRole('region', { name: /^Próximo pago/ })

    await page.getByRole('button', { name: /^Ver .*Mirador de Lenga/ }).click()
    await expect.poll(top).toBeCloseTo(40, 0)
    // It is shorter than the place that was kept for it.
    answerAccount({ account: null })
    await expect(payment).toContainText('Para saber a qué cuenta transferir')
    await expect.poll(top).toBeCloseTo(40, 0)

    await page.mouse.wheel(0, 400)
    await expect.poll(top).toBeCloseTo(-360, 0)
    const place = await page.evaluate(() => window.scrollY)
    answerReports({ results: [report] })
    await expect(payment).toContainText('Pagos que informaste')
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
  }
})

const report = {
  id: 1,
  sale_code: 'V-2002',
  paid_on: '2026-11-18',
  amount: '287557',
  comment: '',
  state: 'reported',
  reason: '',
  reported_at: '2026-11-19T13:05:00Z',
  closed_at: null,
  receipt: null,
}

/** A call that is answered when the story says so. */
async function heldCall(page: Page, url: string): Promise<(body: unknown) => void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  await page.route(url, async (route) => route.fulfill({ json: await promise }))
  return resolve
}
