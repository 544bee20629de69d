import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addUf, type UfRate } from '../money/money.ts'
import { paymentKeys } from '../payments/payment-keys.ts'
import { ufAmount } from '../testing/arbitraries.ts'
import {
  buildHolder,
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  uf,
} from '../testing/build-sale.ts'
import type { Sale } from './sale.ts'
import { accountStatement, lastReceipt } from './statement.ts'

const plan = buildSale().instalmentPlan
const reservation = buildSale().reservation

function saleWithPlan(changes: Partial<NonNullable<Sale['instalmentPlan']>>): Sale {
  if (plan === null) throw new Error('the sample sale has a plan')
  return buildSale({ instalmentPlan: { ...plan, ...changes } })
}

describe('Rosa’s account statement', () => {
  test('names her and her property (§2.58)', () => {
    const sale = buildSale({ holder: buildHolder({ legalRepresentative: 'Pedro Soto' }) })
    const statement = accountStatement(sale)
    expect(statement.member).toEqual({
      name: 'Rosa Elena Muñoz Carrasco',
      rut: '12.345.678-5',
      legalRepresentative: 'Pedro Soto',
    })
    expect(statement.properties).toEqual([{ type: 'Casa', lot: '12', model: 'Araucaria' }])
  })

  test('lists the first instalment before the reservation, each with its percentage (§2.60, §10.57)', () => {
    expect(accountStatement(buildSale()).reservationCommitment).toEqual([
      {
        kind: 'first_instalment',
        label: 'Primera cuota (3\u00a0%)',
        documentType: 'PAC',
        date: '2026-08-05',
        pesos: '2448242',
        uf: '60',
      },
      {
        kind: 'reservation',
        label: 'Reserva (5\u00a0%)',
        documentType: 'Vale vista',
        date: '2026-03-05',
        pesos: '4080403',
        uf: '100',
      },
    ])
  })

  test.each(['0', '0.00', '-0.05', null])('a share of %j has no row (§2.61)', (share) => {
    expect(accountStatement(saleWithPlan({ share })).reservationCommitment).toHaveLength(1)
    if (reservation === null) throw new Error('the sample sale has a reservation')
    const sale = buildSale({ reservation: { ...reservation, share }, instalmentPlan: null })
    expect(accountStatement(sale).reservationCommitment).toEqual([])
  })

  test('has the payment plan with the earliest date, in any order of the instalments (§2.62, §10.59)', () => {
    const instalments = [
      buildInstalment({ dueOn: null }),
      buildInstalment({ dueOn: day('2027-01-05') }),
      buildInstalment({ dueOn: day('2026-12-05') }),
    ]
    const statement = accountStatement(buildSale({ instalments }))
    expect(statement.paymentPlan).toEqual({
      numberOfInstalments: 3,
      pendingBalance: '24',
      firstDueOn: '2026-12-05',
      share: '0.03',
    })
    expect(statement.instalments.map((row) => row.dueOn)).toEqual([
      null,
      '2027-01-05',
      '2026-12-05',
    ])
    expect(statement.reservationCommitment[0]?.date).toBe('2026-12-05')
  })

  test('lists each instalment with its paid amount (§2.63)', () => {
    const { instalments } = accountStatement(buildSale())
    expect(instalments.map((row) => row.paid)).toEqual(['10', '10', '10', '6', '0', '0'])
    expect(instalments[3]).toEqual({
      dueOn: '2026-11-05',
      amount: '10',
      paid: '6',
      balance: '4',
      state: 'Abonada',
      payments: [buildSale().payments[1]],
    })
  })

  test('paid and balance of an instalment add up to its amount', () => {
    fc.assert(
      fc.property(ufAmount, ufAmount, (amount, balance) => {
        const sale = buildSale({ instalments: [buildInstalment({ amount, balance })] })
        const [row] = accountStatement(sale).instalments
        expect(row?.paid && addUf(row.paid, balance)).toBe(amount)
      }),
    )
  })

  test('has nothing left of an instalment that accounting calls paid, though it sends no balance', () => {
    const called = { balance: null, state: 'Pagada' }
    const instalments = [buildInstalment(called), buildInstalment({ ...called, amount: null })]
    const rows = accountStatement(buildSale({ instalments })).instalments
    expect(rows.map(({ paid, balance }) => [paid, balance])).toEqual([
      ['10', '0'],
      [null, '0'],
    ])
  })

  test('has null for values that accounting did not send', () => {
    const instalments = [buildInstalment({ balance: null }), buildInstalment({ amount: null })]
    const sale = buildSale({ instalments, instalmentPlan: null, reservationDebt: null })
    const statement = accountStatement(sale)
    expect(statement.instalments.map((row) => row.paid)).toEqual([null, null])
    expect(statement.totals).toEqual({ agreed: null, paid: null, paidShare: null, balance: null })
    expect(statement.paymentPlan.pendingBalance).toBeNull()
    expect(accountStatement(saleWithPlan({ paid: null })).totals.balance).toBeNull()
  })

  test('adds up: agreed, paid and what remains (§2.64, §10.58)', () => {
    expect(accountStatement(buildSale()).totals).toEqual({
      agreed: '60',
      paid: '36',
      paidShare: '0.6',
      balance: '24',
    })
  })

  test('computes the paid share when accounting did not send it', () => {
    expect(accountStatement(saleWithPlan({ paidShare: null })).totals.paidShare).toBe('0.6')
  })

  test('balance and paid always add up to the agreed amount', () => {
    fc.assert(
      fc.property(ufAmount, ufAmount, (amount, paid) => {
        const { totals } = accountStatement(saleWithPlan({ amount, paid }))
        if (totals.balance === null) throw new Error('both amounts were sent')
        expect(addUf(totals.balance, paid)).toBe(amount)
      }),
    )
  })

  test('lists the payments with their receipts (§2.65)', () => {
    expect(accountStatement(buildSale()).payments).toEqual([
      {
        key: '1',
        amount: '30',
        depositedOn: '2026-08-03',
        documentType: 'Transferencia',
        receiptUrl: 'https://pagos.example.cl/recibo/1',
        instalments: [1, 2, 3],
        unapplied: null,
        covers: 'Cuotas del 05-08-2026, 06-09-2026 y 05-10-2026',
        pesos: null,
      },
      {
        key: '2',
        amount: '6',
        depositedOn: '2026-11-04',
        documentType: 'PAC',
        receiptUrl: null,
        instalments: [4],
        unapplied: null,
        covers: 'Cuota del 05-11-2026',
        pesos: null,
      },
    ])
  })

  test.each([
    ['7.35', '39123.45', '287557'],
    ['0.5', '39123', '19562'],
    ['-7.35', '39123.45', '-287557'],
    ['12345678901.2345', '39123.45', '483005551208503'],
  ])(
    'has the pesos of a payment of %s by the UF of its day, exactly and rounded half up; none where that is unknown (§12.2220)',
    (amount, rate, pesos) => {
      const on = (date: string) => buildPayment({ amount: uf(amount), depositedOn: day(date) })
      const payments = [on('2026-11-05'), on('2026-11-06'), buildPayment({ depositedOn: null })]
      const ufOfPayments = [{ date: day('2026-11-05'), pesos: rate as UfRate }]
      const statement = accountStatement(buildSale({ payments, ufOfPayments }))
      expect(statement.payments.map((payment) => payment.pesos)).toEqual([pesos, null, null])
    },
  )

  test('shows no key that the portal gave a payment, where accounting sends none', () => {
    const [key = ''] = paymentKeys([{ key: '', amount: '49', depositedOn: '2026-11-20' }])
    const { payments, instalments } = accountStatement(
      buildSale({ payments: [buildPayment({ key, instalments: [1] })] }),
    )
    expect(payments.map((payment) => payment.key)).toEqual([''])
    expect(instalments[0]?.payments.map((payment) => payment.key)).toEqual([''])
  })

  test('has the payments of an instalment where accounting tells them, and invents none (§12.174)', () => {
    const [first, second] = buildSale().payments
    if (!first || !second) throw new Error('the sample sale has two payments')
    const paymentsOf = (payments: Sale['payments']) =>
      accountStatement(buildSale({ payments })).instalments.map((row) =>
        row.payments.map(({ key }) => key),
      )
    expect(paymentsOf([first, second])).toEqual([['1'], ['1'], ['1'], ['2'], [], []])
    expect(paymentsOf([first, { ...second, instalments: [3, 3, 99] }])[2]).toEqual(['1', '2'])
    expect(paymentsOf([{ ...first, instalments: [] }]).flat()).toEqual([])
  })

  test('has unapplied money only where accounting tells of it (§12.174)', () => {
    const unappliedOf = (...amounts: (string | null)[]) =>
      accountStatement(
        buildSale({
          payments: amounts.map((amount) =>
            buildPayment({ unapplied: amount === null ? null : uf(amount) }),
          ),
        }),
      ).unapplied
    expect([unappliedOf(), unappliedOf(null), unappliedOf('0', null)]).toEqual([null, null, null])
    expect(unappliedOf('1.5', null, '2')).toBe('3.5')
  })

  test('does not change the sale', () => {
    const sale = buildSale()
    accountStatement(sale)
    expect(sale).toEqual(buildSale())
    expect(accountStatement(buildSale({ instalments: [] })).paymentPlan.firstDueOn).toBeNull()
    expect(uf(sale.reservationDebt ?? '')).toBe('24')
  })
})

test('the last receipt is of the newest payment that has one at a web address (§12.1070)', () => {
  const receiptOf = (dated: string, receiptUrl: string) =>
    buildPayment({ depositedOn: day(dated), receiptUrl })
  const payments = [
    receiptOf('2026-10-05', 'https://erp.example/10'),
    receiptOf('2026-11-05', 'javascript:alert(1)'),
    receiptOf('2026-09-05', 'https://erp.example/9'),
  ]
  expect(lastReceipt(buildSale({ payments }))?.receiptUrl).toBe('https://erp.example/10')
  expect(lastReceipt(buildSale({ payments: [] }))).toBeUndefined()
})
