import type { OnlinePayment } from '@carpeta/contract/payments'
import { paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildPaymentReport } from '../../testing/build-payment-report.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import { Component as Screen } from './all-payments-screen.tsx'

const order: OnlinePayment = {
  ...{ id: 41, folio: 'P261105-41', sale_code: 'V-1', choice: 'next', state: 'authorized' },
  ...{ due_on: '2026-11-05', last_due_on: '2026-11-05' },
  ...{ pesos: '287557', uf: '7.35', uf_value: '39123.45', uf_date: '2026-11-05' },
  ...{ created_at: '2026-11-05T15:00:00Z', authorized_at: '2026-11-05T15:02:00Z' },
  ...{ authorization_code: '1213', card_type: 'VD', card_digits: '6623', instalments: 0 },
  ...{ refunded_at: null, recorded_on: '', payment_key: '', redirect: null },
  is_refund_uncertain: false,
}
const recorded = {
  ...{
    key: 1,
    monto_uf: 7.35,
    fecha_deposito: '2026-10-05',
    tipo_doc_descripcion: 'Transferencia',
  },
  ...{ ficha_pago: 'https://erp.example/recibo/1', cuotas: [1], monto_uf_por_imputar: null },
}
const house = buildWireSale({ pagos: [recorded] })
const flat = buildWireSale({
  ...{ code: 'V-2', pagos: [{ ...recorded, key: 9, fecha_deposito: '2025-03-01', cuotas: [] }] },
  venta: { ...house.venta, proyecto_descripcion: 'Brisas del Biobío', propiedad_lote: '501' },
})

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const NONE = { available: true, results: [], begun_by_others: [], unrecorded: [] }

function open(answers: Record<string, Response>, path = '/payments/own') {
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/sales-data/': json(200, [house]),
    'GET /api/payments/own/': json(200, NONE),
    'GET /api/payment-reports/own/': json(200, { results: [] }),
    ...answers,
  })
  return renderAt(path, <Screen />)
}

/** Without the header; spaces that do not break are as others. */
async function rows() {
  const table = await screen.findByRole('table', { name: 'Mis pagos' })
  const [, ...found] = within(table).getAllByRole('row')
  return found.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent?.replaceAll(/\s/g, ' ')),
  )
}

test('Rosa sees what accounting has, what she paid online and what she reported, newest first, with amount, state, receipt and the file that she sent (§12.1440, §12.2324)', async () => {
  open({
    'GET /api/payments/own/': json(200, { ...NONE, results: [order] }),
    'GET /api/payment-reports/own/': json(200, {
      results: [buildPaymentReport({ sale_code: 'V-1' })],
    }),
  })
  expect(await rows()).toEqual([
    [
      '18-11-2026',
      'Altos de Tumbes · Casa 24Informado por ti',
      '$ 287.557',
      'Informado, pendiente de validación',
      'Archivo que enviaste',
    ],
    [
      '05-11-2026',
      'Altos de Tumbes · Casa 24En línea · Cuota del 05-11-2026',
      'UF 7,35$ 287.557',
      'Pagado, falta registrarlo',
      'Ver comprobante',
    ],
    [
      '05-10-2026',
      'Altos de Tumbes · Casa 24Transferencia · Cuota del 05-10-2026',
      'UF 7,35',
      'Registrado',
      'Ver comprobante del pago 1 (se abre en otra pestaña)',
    ],
  ])
  expect(screen.queryByLabelText('Compra')).toBeNull()
  expect(screen.getByText(sentence(/^Datos actualizados al 20-11-2026/))).toBeTruthy()
})

test('a payment online that accounting recorded is one row, with the pesos that she paid and both receipts (§12.1440)', async () => {
  const results = [{ ...order, recorded_on: '2026-10-05', payment_key: '1' }]
  open({ 'GET /api/payments/own/': json(200, { ...NONE, results }) })
  expect(await rows()).toEqual([
    [
      '05-10-2026',
      'Altos de Tumbes · Casa 24En línea · Cuota del 05-10-2026',
      'UF 7,35$ 287.557',
      'Registrado',
      'Ver comprobante del pago 1 (se abre en otra pestaña)Ver el pago en línea',
    ],
  ])
})

test('a payment that accounting has in UF alone is about its pesos by the UF of its day, which is said once; where they are known otherwise those stand alone (§12.2223)', async () => {
  const uf_de_los_pagos = [{ fecha: '2026-10-05', valor: 38_900.12 }]
  const sales = [buildWireSale({ pagos: [recorded], uf_de_los_pagos })]
  const { unmount } = open({ 'GET /api/sales-data/': json(200, sales) })
  expect((await rows()).map((cells) => cells[2])).toEqual(['UF 7,35≈ $ 285.916'])
  expect(screen.getAllByText(paymentPesosNote)).toHaveLength(1)
  unmount()

  const results = [{ ...order, recorded_on: '2026-10-05', payment_key: '1' }]
  open({
    'GET /api/sales-data/': json(200, sales),
    'GET /api/payments/own/': json(200, { ...NONE, results }),
  })
  expect((await rows()).map((cells) => cells[2])).toEqual(['UF 7,35$ 287.557'])
  expect(screen.queryByText(paymentPesosNote)).toBeNull()
})

test('of a reported payment that accounting booked in parts each row has the pesos of its part, not those of all (§12.2480)', async () => {
  const uf_de_los_pagos = [{ fecha: '2026-10-05', valor: 38_900.12 }]
  const part = (key: number, monto_uf: number) => ({ ...recorded, key, monto_uf })
  const pagos = [part(36, 3.85), part(38, 3.5)]
  const keys = { payment_key: '36', further_keys: ['38'] }
  open({
    'GET /api/sales-data/': json(200, [buildWireSale({ pagos, uf_de_los_pagos })]),
    'GET /api/payment-reports/own/': json(200, {
      results: [buildPaymentReport({ sale_code: 'V-1', state: 'confirmed', ...keys })],
    }),
  })
  const amounts = (await rows()).map((cells) => cells[2])
  expect(amounts.sort()).toEqual(['UF 3,50≈ $ 136.150', 'UF 3,85≈ $ 149.765'])
})

test('of two payments alike it is said at once that the rejected one was not charged; not of one whose end nobody knows (§12.1860)', async () => {
  const unpaid = { ...order, authorized_at: null }
  const states = ['authorized', 'rejected', 'aborted', 'expired', 'unknown']
  const results = states.map((state, index) => ({ ...unpaid, id: 41 + index, state }))
  open({ 'GET /api/payments/own/': json(200, { ...NONE, results }) })
  expect((await rows()).slice(0, states.length).map((cells) => cells[3])).toEqual([
    'Pagado, falta registrarlo',
    'Rechazado, no se cobró nada',
    'Anulado, no se cobró nada',
    'Vencido',
    'En verificación',
  ])
})

test('Hernán, with two homes, chooses one of them; the address keeps it (§12.1442)', async () => {
  const { where } = open({ 'GET /api/sales-data/': json(200, [house, flat]) })
  expect(await rows()).toHaveLength(2)
  await userEvent.selectOptions(screen.getByLabelText('Compra'), 'Brisas del Biobío · Casa 501')
  expect((await rows()).map(([day]) => day)).toEqual(['01-03-2025'])
  expect(where()).toBe('/payments/own?venta=V-2')
  await userEvent.selectOptions(screen.getByLabelText('Compra'), 'Todas')
  expect(await rows()).toHaveLength(2)
})

test('of very many payments the earlier ones are shown on demand, and on paper all (§12.1443)', async () => {
  const pagos = Array.from({ length: 40 }, (_, index) => ({ ...recorded, key: index + 1 }))
  open({ 'GET /api/sales-data/': json(200, [{ ...house, pagos }]) })
  expect(await rows()).toHaveLength(24)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(await rows()).toHaveLength(40)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await userEvent.click(screen.getByRole('button', { name: 'Ver los 16 pagos anteriores' }))
  expect(await rows()).toHaveLength(40)
})

test('on a phone each payment is two lines, year by year, and opens what there is of it: its receipt, its page or the file that she sent (§12.2426)', async () => {
  const { matchMedia } = window
  onTestFinished(() => void vi.spyOn(window, 'matchMedia').mockImplementation(matchMedia))
  onScreen('639.98px')
  const earlier = { ...recorded, key: 2, fecha_deposito: '2025-12-03', cuotas: [] }
  const both = { ...order, id: 40, recorded_on: '2026-10-05', payment_key: '1' }
  open({
    'GET /api/sales-data/': json(200, [{ ...house, pagos: [recorded, earlier] }]),
    'GET /api/payments/own/': json(200, { ...NONE, results: [order, both] }),
    'GET /api/payment-reports/own/': json(200, {
      results: [buildPaymentReport({ sale_code: 'V-1' })],
    }),
  })
  const [year, before, ...others] = await screen.findAllByRole('region', { name: /^Mis pagos · / })
  expect(others).toEqual([])
  const textsIn = (region: HTMLElement | undefined) =>
    within(region as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(textsIn(year)).toEqual([
    'Informado por ti18-11-2026Informado, pendiente de validación$ 287.557',
    'Cuota del 05-11-202605-11-2026Pagado, falta registrarloUF 7,35$ 287.557',
    'Cuota del 05-10-202605-10-2026RegistradoUF 7,35$ 287.557Ver comprobante del pago 1 (se abre en otra pestaña)Ver el pago en línea',
  ])
  expect(textsIn(before)[0]).toMatch(/^Transferencia03-12-2025Registrado/)
  expect(screen.getByRole('button', { name: /^Archivo que enviaste/ })).toBeTruthy()
  const link = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link(/^Ver comprobante P261105-41$/)).toBe('/payments/41')
  expect(link(/^Ver comprobante del pago 1 /)).toBe('https://erp.example/recibo/1')
})

test('without any payment the page says what will be here (§12.1443)', async () => {
  open({ 'GET /api/sales-data/': json(200, [{ ...house, pagos: [] }]) })
  expect(await screen.findByText('Todavía no hay pagos')).toBeTruthy()
})

test('a call that fails is no empty list: the page says so and asks again (§12.1443)', async () => {
  open({ 'GET /api/payments/own/': json(500, {}) })
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('before an API of the specification alone the list has accounting’s payments (§12.1440)', async () => {
  open({ 'GET /api/payments/own/': json(404, {}), 'GET /api/payment-reports/own/': json(404, {}) })
  expect(await rows()).toHaveLength(1)
})
