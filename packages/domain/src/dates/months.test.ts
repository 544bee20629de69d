import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDate } from '../testing/arbitraries.ts'
import { day } from '../testing/build-sale.ts'
import { addMonths, countMonths, firstDay, isMonth, monthOf, monthsBetween } from './months.ts'

const november = monthOf(day('2026-11-22'))

test.each(['2026-11', '0001-01', '9999-12'])('%s is a month', (text) => {
  expect(isMonth(text)).toBe(true)
})

test.each(['', '2026', '2026-13', '2026-00', '2026-1', '26-11', '2026-11-01', ' 2026-11'])(
  '«%s» is none',
  (text) => {
    expect(isMonth(text)).toBe(false)
  },
)

test('months are counted over a new year', () => {
  expect(monthsBetween(november, addMonths(november, 3))).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ])
  expect(monthsBetween(november, addMonths(november, -1))).toEqual([])
  expect(firstDay(november)).toBe('2026-11-01')
})

test('any months later and as many back is the same month, and the months between are as many', () => {
  fc.assert(
    fc.property(calendarDate, fc.integer({ min: 0, max: 600 }), (date, count) => {
      const from = monthOf(date)
      const to = addMonths(from, count)
      expect(isMonth(to)).toBe(true)
      expect(addMonths(to, -count)).toBe(from)
      expect(countMonths(from, to)).toBe(count + 1)
      const between = monthsBetween(from, to)
      expect([between.length, between[0], between.at(-1)]).toEqual([count + 1, from, to])
    }),
  )
})
