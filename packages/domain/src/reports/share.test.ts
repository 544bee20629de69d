import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatShareOf } from './share.ts'

test.each([
  [0, 0, '-'],
  [0, 7, '0 %'],
  [7, 7, '100 %'],
  [1, 2, '50 %'],
  [29, 31, '93,5 %'],
  [1, 3, '33,3 %'],
  [2, 3, '66,7 %'],
  [3, 2000, '0,2 %'],
  [1, 1_000_000, '0,1 %'],
  [1999, 2000, '99,9 %'],
])('%i of %i is %s', (part, whole, text) => {
  expect(formatShareOf({ part, whole })).toBe(text.replace(' ', '\u00a0'))
})

describe('of any counts', () => {
  const share = fc
    .integer({ min: 1, max: 10 ** 9 })
    .chain((whole) =>
      fc.record({ part: fc.integer({ min: 0, max: whole }), whole: fc.constant(whole) }),
    )
  const tenthsOf = (text: string) => Number(text.replace(/\s%$/, '').replace(',', '.')) * 10

  test('all and none are told exactly, and nothing else looks like them (§12.464)', () => {
    fc.assert(
      fc.property(share, ({ part, whole }) => {
        const text = formatShareOf({ part, whole })
        expect(text === '100\u00a0%').toBe(part === whole)
        expect(text === '0\u00a0%').toBe(part === 0)
      }),
    )
  })

  test('the text differs from the exact fraction by at most a tenth of a percent (§12.464)', () => {
    fc.assert(
      fc.property(share, ({ part, whole }) => {
        const tenths = Math.round(tenthsOf(formatShareOf({ part, whole })))
        // |tenths / 1000 − part / whole| ≤ 1 / 1000, in whole numbers.
        const difference = BigInt(tenths) * BigInt(whole) - 1000n * BigInt(part)
        expect(difference <= BigInt(whole) && -difference <= BigInt(whole)).toBe(true)
      }),
    )
  })

  test('a larger part is never a smaller share', () => {
    fc.assert(
      fc.property(share, ({ part, whole }) => {
        fc.pre(part < whole)
        const [less, more] = [part, part + 1].map((each) =>
          tenthsOf(formatShareOf({ part: each, whole })),
        )
        expect(more).toBeGreaterThanOrEqual(less ?? 0)
      }),
    )
  })
})
