import { expect, test } from 'vitest'
import { parseUfRate } from '../money/money.ts'
import { buildInstalment, buildSale, day, uf } from '../testing/build-sale.ts'
import {
  chargeFor,
  onlinePaymentMessages,
  otherAmountRange,
  readTypedUf,
} from './online-payment-rules.ts'

test('an amount that nobody can owe is refused, and breaks nothing (§12.2184)', () => {
  const today = day('2026-11-20')
  const value = { date: today, pesos: parseUfRate('39123.45') ?? expect.fail() }
  const charged = (amount: string) => {
    const dueOn = day('2026-11-05')
    const instalments = [buildInstalment({ dueOn, amount: uf(amount), balance: uf(amount) })]
    const sale = buildSale({ ufOfToday: value, instalments, reservationDebt: uf(amount) })
    return chargeFor(sale, today, { choice: 'overdue' }, [])
  }
  expect(charged('7.35')).toMatchObject({ charge: { pesos: '287557' } })
  expect(charged('30000000')).toEqual({
    field: '__all__',
    refusal: onlinePaymentMessages.notPayable,
  })
})

test.each(['uf', 'clp'] as const)(
  'both ends of the range of another amount in %s can be paid as they are written (§12.2570)',
  (unit) => {
    const today = day('2026-11-20')
    const value = { date: today, pesos: parseUfRate('39123.45') ?? expect.fail() }
    const left = uf('20.3466')
    const instalments = [buildInstalment({ dueOn: day('2026-12-05'), amount: left, balance: left })]
    const owed = { reservationDebt: left, cashCommitment: null, mortgageCommitment: null }
    const sale = buildSale({ ufOfToday: value, instalments, ...owed })
    const range = otherAmountRange(sale, [], unit, value) ?? ''
    const ends = [...range.matchAll(/\d[\d.,]*/g)].map(([end]) => end)
    expect(ends).toHaveLength(2)
    for (const end of ends) {
      const amount = unit === 'uf' ? String(readTypedUf(end)) : end.replaceAll('.', '')
      expect(chargeFor(sale, today, { choice: 'other', amount, unit }, [])).toHaveProperty('charge')
    }
  },
)
