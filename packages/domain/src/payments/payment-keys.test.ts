import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDerivedKey, paymentKeys } from './payment-keys.ts'

const payment = (depositedOn: string | null, amount: string | null, key = '') => ({
  key,
  amount,
  depositedOn,
})

test('a payment has accounting’s key, or else its date and amount', () => {
  const payments = [
    payment('2026-11-20', '49', '17'),
    payment('2026-11-20', '49'),
    payment('2026-11-20', '49'),
    payment(null, null),
  ]
  expect(paymentKeys(payments)).toEqual(['17', '·2026-11-20·49', '·2026-11-20·49·2', '··'])
  expect(paymentKeys(payments).map(isDerivedKey)).toEqual([false, true, true, true])
})

// A search whose steps grow with the square of the length would meet the time limit of a test.
test('forty thousand equal payments of a sale have keys of their own (security 10.71)', () => {
  const keys = paymentKeys(Array.from({ length: 40_000 }, () => payment(null, '1')))
  expect(new Set(keys).size).toBe(40_000)
  expect(keys.at(-1)).toBe('··1·40000')
})

// Few different ones, so that equal payments are common.
const payments = fc.array(
  fc.record({
    key: fc.constantFrom('', '', '', '·2026-11-20·49', '·2026-11-20·49·2'),
    amount: fc.constantFrom('49', '7.35', null),
    depositedOn: fc.constantFrom('2026-11-20', '2026-10-05', null),
  }),
  { maxLength: 12 },
)
const hasOwnKeysOnce = (list: { key: string }[]) => {
  const own = list.map(({ key }) => key).filter(Boolean)
  return new Set(own).size === own.length
}

test('no two payments of a sale have the same key, whatever keys accounting sends', () => {
  fc.assert(
    fc.property(payments.filter(hasOwnKeysOnce), (list) => {
      expect(new Set(paymentKeys(list)).size).toBe(list.length)
    }),
  )
})

test('a payment that is inserted anywhere changes the key of no other content (§12.230)', () => {
  const unnamed = payments.map((list) => list.map((each) => ({ ...each, key: '' })))
  const contentsByKey = (list: ReturnType<typeof payment>[]) =>
    new Map(
      paymentKeys(list).map((key, place) => [
        key,
        `${list[place]?.depositedOn} ${list[place]?.amount}`,
      ]),
    )
  fc.assert(
    fc.property(unnamed, payments, fc.nat(), (list, [inserted], place) => {
      fc.pre(inserted !== undefined)
      const after = list.toSpliced(place % (list.length + 1), 0, { ...inserted, key: '' })
      const former = contentsByKey(list)
      const now = contentsByKey(after)
      for (const [key, content] of former) expect(now.get(key)).toBe(content)
      expect(now.size).toBe(former.size + 1)
    }),
  )
})
