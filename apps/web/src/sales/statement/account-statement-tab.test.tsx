import type { UfRate } from '@carpeta/domain/money/money'
import type { Sale } from '@carpeta/domain/sales/sale'
import { firstInstalmentHint, paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import {
  buildHolder,
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  pesos,
  uf,
} from '@carpeta/domain/testing/build-sale'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { AccountStatementTab } from './account-statement-tab.tsx'

const today = day('2026-11-20')

function statementOf(sale: Sale) {
  renderAt('/', <AccountStatementTab sale={sale} today={today} />)
}

const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const headersOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

function rowsOf(name: string): string[][] {
  const rows = within(screen.getByRole('table', { name })).getAllByRole('row')
  return rows
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ') ?? ''))
}

describe('the account statement', () => {
  test('has the six sections of the specification and their columns (§1.8)', () => {
    statementOf(
      buildSale({
        instalments: [buildInstalment()],
        payments: [buildPayment()],
      }),
    )
    expect(headings()).toEqual([
      '1. IDENTIFICACIÓN DEL SOCIO',
      '2. IDENTIFICACIÓN DE LA PROPIEDAD',
      '3. COMPROMISO DE PAGO DE RESERVA',
      '4. PLAN DE PAGOS DE RESERVA',
      '5. CUOTAS',
      '6. PAGOS',
    ])
    expect(headersOf('Propiedades')).toEqual(['Tipo', 'Lote', 'Modelo'])
    expect(headersOf('Compromiso de pago de reserva')).toEqual([
      'Forma de Pago',
      'Fecha',
      'Monto Pesos',
      'Monto UF',
    ])
    expect(headersOf('Cuotas')).toEqual([
      'Vencimiento',
      'Valor Cuota UF',
      'Monto pagado UF',
      'Saldo UF',
      'Estado',
    ])
    expect(headersOf('Pagos')).toEqual([
      'Pago',
      'Monto UF',
      'Fecha depósito',
      'Tipo documento',
      'Comprobante',
    ])
  })

  test('shows commitments, instalments, totals and payments exactly', () => {
    statementOf(
      buildSale({
        reservation: {
          amount: uf('50'),
          amountInPesos: pesos('1975000'),
          share: '0.05',
          documentType: 'Vale vista',
          lastPaidOn: day('2024-03-05'),
        },
        instalmentPlan: {
          amount: uf('240.005'),
          amountInPesos: pesos('9120000'),
          share: '0.125',
          documentType: 'PAC',
          paid: uf('120'),
          paidShare: '0.5',
          pendingInstalments: 12,
        },
        instalments: [
          buildInstalment({
            dueOn: day('2024-04-05'),
            amount: uf('10'),
            balance: uf('2.5'),
            state: 'Parcial',
          }),
        ],
      }),
    )
    expect(rowsOf('Compromiso de pago de reserva')).toEqual([
      [`Primera cuota (12,5 %)PAC${firstInstalmentHint}`, '05-04-2024', '$ 9.120.000', '240,01'],
      ['Reserva (5 %)Vale vista', '05-03-2024', '$ 1.975.000', '50,00'],
    ])
    expect(rowsOf('Cuotas')).toEqual([['05-04-2024', '10,00', '7,50', '2,50', 'Atrasada']])
    const totals = screen.getByRole('table', { name: 'Totales de la reserva' })
    expect(totals.textContent?.replaceAll('\u00a0', ' ')).toContain(
      'Total Reserva PactadaUF 240,01Total Pagado en UFUF 120,00Total Pagado en %50 %Saldo de la reservaUF 120,01',
    )
  })

  test('has the equivalent of what is left in pesos of today, if today’s UF is known', () => {
    const ufOfToday = { date: today, pesos: '39123.45' as UfRate }
    statementOf(buildSale({ ufOfToday }))
    const texts = screen.getAllByText(/≈/).map(({ parentElement }) => parentElement?.textContent)
    expect(texts.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
      '≈ $ 938.963 (UF del 20-11-2026: $ 39.123,45)',
      '≈ $ 938.963 (UF del 20-11-2026: $ 39.123,45)',
    ])
    cleanup()
    statementOf(buildSale({ ufOfToday: null }))
    expect(screen.queryByText(/≈/)).toBeNull()
  })

  const nine = Array.from({ length: 9 }, (_, index) =>
    buildPayment({ key: `${index + 1}`, depositedOn: day(`2026-0${index + 1}-05`) }),
  )
  const keys = () => rowsOf('Pagos').map(([key]) => key)

  test('the newest payment comes first, however accounting lists them (§12.989)', () => {
    const undated = buildPayment({ key: 'sin fecha', depositedOn: null })
    statementOf(buildSale({ payments: [undated, ...nine.slice(0, 2)] }))
    expect(keys()).toEqual(['2', '1', 'sin fecha'])
    cleanup()
    statementOf(buildSale({ payments: [...nine].reverse() }))
    expect(keys().slice(0, 2)).toEqual(['9', '8'])
  })

  test('on a phone the last two payments come first, and the earlier ones on demand (§12.264)', async () => {
    onScreen('639.98px')
    statementOf(buildSale({ payments: nine }))
    expect(keys()).toEqual(['9', '8'])
    await userEvent.click(screen.getByRole('button', { name: 'Ver los 7 pagos anteriores' }))
    expect(keys()).toHaveLength(9)
  })

  test('says what payments cover and what is not applied, where accounting tells it', () => {
    const payments = [
      buildPayment({ instalments: [2, 3, 4], unapplied: uf('1.5') }),
      buildPayment({ key: '2', instalments: [] }),
    ]
    statementOf(buildSale({ payments }))
    expect(rowsOf('Pagos')).toMatchObject([
      [
        '1',
        '30,00Por imputar UF 1,50',
        '03-08-2026',
        'Transferencia · Cuotas del 06-09-2026, 05-10-2026 y 05-11-2026',
        '-',
      ],
      ['2', '30,00', '03-08-2026', 'Transferencia', '-'],
    ])
    expect(screen.getByText(/^Por imputar:/).textContent).toContain('1,50')
    cleanup()
    statementOf(buildSale())
    expect(screen.queryByText(/Por imputar/)).toBeNull()
  })

  test('below the UF of a payment stand its pesos by the UF of its day, where that is known, and once what they are (§12.2223)', () => {
    const payments = [
      buildPayment(),
      buildPayment({ key: '2', depositedOn: day('2026-08-02') }),
      buildPayment({ key: '3', amount: null }),
    ]
    const ufOfPayments = [{ date: day('2026-08-03'), pesos: '38511.05' as UfRate }]
    statementOf(buildSale({ payments, ufOfPayments }))
    expect(rowsOf('Pagos').map(([, amount]) => amount)).toEqual([
      '30,00≈ $ 1.155.332',
      '-',
      '30,00',
    ])
    expect(screen.getAllByText(paymentPesosNote)).toHaveLength(1)
    cleanup()
    statementOf(buildSale({ payments }))
    expect(screen.queryByText(paymentPesosNote)).toBeNull()
  })

  test('describes the strip of instalments in text', () => {
    statementOf(
      buildSale({
        instalments: [
          buildInstalment({ dueOn: day('2026-09-05'), balance: uf('0') }),
          buildInstalment({ dueOn: day('2026-10-05'), balance: uf('0') }),
          buildInstalment({ dueOn: day('2026-11-05') }),
          buildInstalment({ dueOn: day('2026-12-05'), balance: uf('3') }),
          buildInstalment({ dueOn: day('2027-01-05') }),
        ],
      }),
    )
    expect(screen.getByRole('img', { name: /Cuotas por mes/ }).getAttribute('aria-label')).toBe(
      'Cuotas por mes: 1 atrasada, 1 parcial, 1 por vencer, 2 pagadas',
    )
  })
})

describe('odd data', () => {
  test('a sale without any data is shown with dashes', () => {
    statementOf(
      buildSale({
        holder: buildHolder({ legalRepresentative: '' }),
        properties: [],
        reservation: null,
        instalmentPlan: null,
        reservationDebt: null,
        instalments: [buildInstalment({ dueOn: null, amount: null, balance: null, state: '' })],
        payments: [buildPayment({ key: '', amount: null, depositedOn: null, documentType: '' })],
        asOf: null,
      }),
    )
    expect(rowsOf('Cuotas')).toEqual([['-', '-', '-', '-', 'Por vencer']])
    expect(rowsOf('Pagos')).toEqual([['-', '-', '-', '-', '-']])
    expect(screen.getByText('No hay compromisos de pago de reserva.')).toBeTruthy()
    expect(screen.queryByText(/NaN|undefined|null/)).toBeNull()
  })

  test('a name of 80 letters with markup is text (security 9.3)', () => {
    const name = `${'Maximiliana '.repeat(6)}<script>alert(1)</script>`
    statementOf(buildSale({ holder: buildHolder({ fullName: name }) }))
    expect(screen.getByText(name.trim(), { exact: true })).toBeTruthy()
    expect(document.querySelector('script')).toBeNull()
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', 'ftp://x.example'])(
    'a receipt at %s is never a link (security 9.4)',
    (receiptUrl) => {
      statementOf(
        buildSale({
          payments: [buildPayment({ receiptUrl })],
        }),
      )
      expect(screen.queryByRole('link', { name: /Ver comprobante/ })).toBeNull()
      expect(rowsOf('Pagos')[0]?.[4]).toBe('-')
    },
  )

  test('a receipt on the web opens in another tab without a referrer (§10.54)', () => {
    const receiptUrl = 'https://erp.example/recibo/1'
    statementOf(
      buildSale({
        payments: [buildPayment({ key: '7', receiptUrl })],
      }),
    )
    const link = screen.getByRole('link', { name: /^Ver comprobante\s*del pago 7/ })
    expect(link.getAttribute('href')).toBe(receiptUrl)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })
})
