import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { paymentKeys } from '../payments/payment-keys.ts'
import type { Payment } from '../sales/sale.ts'
import { buildPayment, buildSale, day, uf } from '../testing/build-sale.ts'
import { newsOfChange, type SaleVersion } from './news-rules.ts'

const today = day('2026-11-22')
const days = { formerCutoff: today, today }

interface Unnamed {
  amount: string
  /** Before today. */
  days: number
}

/** A sale whose payments have no key of accounting's, as an import reads it. */
function saleOf(payments: Unnamed[]): SaleVersion {
  const dated = payments.map(({ amount, days }) => ({
    key: '',
    amount: uf(amount),
    depositedOn: addDays(today, -days),
  }))
  const keys = paymentKeys(dated)
  return buildSale({
    payments: dated.map(
      (each, place): Payment => buildPayment({ ...each, key: keys[place] ?? '' }),
    ),
  })
}

/** The content of each payment that a load tells. */
function told(before: Unnamed[], after: Unnamed[]): string[] {
  const sale = saleOf(after)
  return newsOfChange(saleOf(before), sale, days).map(({ subject }) => {
    const payment = sale.payments.find(({ key }) => key === subject)
    return `${payment?.amount} ${payment?.depositedOn}`
  })
}

const contentOf = ({ amount, days }: Unnamed) => `${amount} ${addDays(today, -days)}`

// Few different ones, so that equal payments are common.
const unnamed = fc.record({ amount: fc.constantFrom('49', '7.35', '10'), days: fc.nat(6) })

describe('payments without a key of accounting’s', () => {
  test('that are inserted anywhere are told, and no other ones (§12.230)', () => {
    const inserted = fc.array(fc.tuple(unnamed, fc.nat()), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(unnamed, { maxLength: 8 }), inserted, (before, more) => {
        const after = more.reduce(
          (list, [payment, place]) => list.toSpliced(place % (list.length + 1), 0, payment),
          before,
        )
        expect(told(before, after).toSorted()).toEqual(
          more.map(([payment]) => contentOf(payment)).toSorted(),
        )
      }),
    )
  })

  test('are never told twice, whatever loads insert (§12.230)', () => {
    fc.assert(
      fc.property(fc.array(unnamed, { maxLength: 8 }), fc.nat(), (payments, seed) => {
        const subjects: string[] = []
        let before: Unnamed[] = []
        for (const [index, payment] of payments.entries()) {
          const after = before.toSpliced((seed + index) % (before.length + 1), 0, payment)
          const news = newsOfChange(saleOf(before), saleOf(after), days)
          subjects.push(...news.map(({ subject }) => subject))
          before = after
        }
        expect(new Set(subjects).size).toBe(payments.length)
        expect(subjects).toHaveLength(payments.length)
      }),
    )
  })

  test('in another order, or with a corrected amount or date, are no news (§12.230)', () => {
    const before = [
      { amount: '49', days: 5 },
      { amount: '7.35', days: 3 },
    ]
    expect(told(before, before.toReversed())).toEqual([])
    const [first = { amount: '', days: 0 }, second] = before
    expect(told(before, [{ ...first, amount: '49.5' }, second ?? first])).toEqual([])
    expect(told(before, [{ ...first, days: 4 }, second ?? first])).toEqual([])
    expect(told(before, [{ amount: '12', days: 1 }, second ?? first])).toEqual([
      contentOf({ amount: '12', days: 1 }),
    ])
  })

  test('whose keys were positions, as the release before this one gave them, are no news', () => {
    const sale = saleOf([
      { amount: '49', days: 5 },
      { amount: '7.35', days: 3 },
    ])
    const former = sale.payments.map((each, place) => ({ ...each, key: `·${place + 1}` }))
    expect(newsOfChange({ ...sale, payments: former }, sale, days)).toEqual([])
  })

  // A search whose steps grow with the square of their number would meet the time limit of a test.
  test('that are forty thousand, all of another day and amount, are told by the thousand (security 10.160)', () => {
    const before = Array.from({ length: 40_000 }, (_, i) => ({ amount: `${i + 1}`, days: i + 100 }))
    const after = before.map(({ amount }, i) => ({ amount: `${amount}.5`, days: i % 50 }))
    expect(newsOfChange(saleOf(before), saleOf(after), days)).toHaveLength(40_000)
    expect(newsOfChange(saleOf(before), saleOf(before.toReversed()), days)).toEqual([])
  })
})
