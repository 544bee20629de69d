import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calendarDate } from '../testing/arbitraries.ts'
import { day } from '../testing/build-sale.ts'
import {
  addBusinessDays,
  businessDaysBetween,
  type ClosedDays,
  isBusinessDay,
  isOutdated,
} from './business-days.ts'
import { addDays, type CalendarDate } from './dates.ts'

const none: ClosedDays = new Set()
const closedOn = (...days: string[]): ClosedDays => new Set(days.map(day))
/** September 2026: the 18th is a Friday, the 19th a Saturday. */
const fiestasPatrias = closedOn('2026-09-18', '2026-09-19')

describe('a business day', () => {
  test.each([
    ['2026-11-16', 'Monday', true],
    ['2026-11-17', 'Tuesday', true],
    ['2026-11-18', 'Wednesday', true],
    ['2026-11-19', 'Thursday', true],
    ['2026-11-20', 'Friday', true],
    ['2026-11-21', 'Saturday', false],
    ['2026-11-22', 'Sunday', false],
    ['2000-02-29', 'a Tuesday of another century', true],
    ['1970-01-04', 'a Sunday before the one that we count from', false],
  ])('%s, %s: %s', (date, _, expected) => {
    expect(isBusinessDay(day(date), none)).toBe(expected)
  })

  test('a closed day is not a business day', () => {
    expect(isBusinessDay(day('2026-09-17'), fiestasPatrias)).toBe(true)
    expect(isBusinessDay(day('2026-09-18'), fiestasPatrias)).toBe(false)
  })
})

test.each([
  ['2026-11-18', '2026-11-23', 'over a weekend'],
  ['2026-11-21', '2026-11-25', 'from a Saturday'],
  ['2026-09-16', '2026-09-22', 'over Fiestas Patrias'],
])('three business days after %s is %s: %s (§12.2320)', (from, expected) => {
  expect(addBusinessDays(day(from), 3, fiestasPatrias)).toBe(expected)
})

describe('business days between two days', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 0, 'a day and itself'],
    ['2026-11-20', '2026-11-22', 0, 'Friday to Sunday'],
    ['2026-11-20', '2026-11-23', 1, 'Friday to Monday'],
    ['2026-11-21', '2026-11-23', 1, 'Saturday to Monday'],
    ['2026-11-16', '2026-11-20', 4, 'Monday to Friday'],
    ['2026-11-20', '2026-11-27', 5, 'a week'],
    ['2026-11-20', '2026-11-16', 0, 'backwards'],
    ['2026-09-17', '2026-09-21', 1, 'over Fiestas Patrias'],
    ['2026-09-04', '2026-09-08', 2, 'over the night when the clocks change'],
  ])('%s to %s: %i, %s', (from, to, expected) => {
    expect(businessDaysBetween(day(from), day(to), fiestasPatrias)).toBe(expected)
  })

  test('cost as much of a century as of a day: a member asks for those of hundreds of deeds (security 10.750)', () => {
    const parse = vi.spyOn(Date, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(businessDaysBetween(day('1926-11-20'), day('2026-11-20'), fiestasPatrias)).toBe(26_089)
    expect(parse.mock.calls.length).toBeLessThan(10)
  })

  const someDays = fc.array(calendarDate, { maxLength: 20 }).map((days) => new Set(days))
  const length = fc.integer({ min: 0, max: 400 })

  test('two periods add up', () => {
    fc.assert(
      fc.property(calendarDate, length, length, someDays, (from, first, second, closed) => {
        const middle = addDays(from, first)
        const to = addDays(middle, second)
        expect(
          businessDaysBetween(from, middle, closed) + businessDaysBetween(middle, to, closed),
        ).toBe(businessDaysBetween(from, to, closed))
      }),
    )
  })

  test('seven days have five, and each closed day removes at most one', () => {
    fc.assert(
      fc.property(
        calendarDate,
        fc.integer({ min: 1, max: 50 }),
        someDays,
        (from, weeks, closed) => {
          const to = addDays(from, weeks * 7)
          expect(businessDaysBetween(from, to, none)).toBe(weeks * 5)
          const within = [...closed].filter((date) => date > from && date <= to)
          const weekdays = within.filter((date) => isBusinessDay(date, none))
          expect(businessDaysBetween(from, to, closed)).toBe(weeks * 5 - weekdays.length)
        },
      ),
    )
  })
})

describe('figures are outdated', () => {
  const noon = (date: string) => new Date(`${date}T12:00:00-03:00`)

  test.each([
    ['2026-11-20', false, 'the same day'],
    ['2026-11-23', false, 'Monday, the first business day'],
    ['2026-11-25', false, 'Wednesday, the third'],
    ['2026-11-26', true, 'Thursday, the fourth'],
    ['2027-11-20', true, 'a year later'],
    ['2026-11-19', false, 'before the cut-off, by a wrong clock'],
  ])('a cut-off of Friday 20 November 2026, on %s: %s, %s', (today, expected) => {
    expect(isOutdated(new Date('2026-11-20T06:00:00-03:00'), day(today), none)).toBe(expected)
  })

  test('closed days do not count', () => {
    const cutOff = noon('2026-09-14')
    expect(isOutdated(cutOff, day('2026-09-18'), none)).toBe(true)
    expect(isOutdated(cutOff, day('2026-09-18'), fiestasPatrias)).toBe(false)
    expect(isOutdated(cutOff, day('2026-09-20'), fiestasPatrias)).toBe(false)
    expect(isOutdated(cutOff, day('2026-09-21'), fiestasPatrias)).toBe(true)
  })

  test('the day of the cut-off is Santiago’s: late in the evening still the day before UTC’s', () => {
    const thursday = day('2026-11-26')
    expect(isOutdated(new Date('2026-11-21T02:59:00Z'), thursday, none)).toBe(true)
    expect(isOutdated(new Date('2026-11-24T02:59:00Z'), thursday, none)).toBe(false)
  })

  test('exactly when more than three business days have passed, and ever after', () => {
    fc.assert(
      fc.property(calendarDate, fc.integer({ min: 0, max: 40 }), (date: CalendarDate, age) => {
        const today = addDays(date, age)
        const outdated = isOutdated(noon(date), today, fiestasPatrias)
        expect(outdated).toBe(businessDaysBetween(date, today, fiestasPatrias) > 3)
        if (outdated) {
          expect(isOutdated(noon(date), addDays(today, 1), fiestasPatrias)).toBe(true)
        }
      }),
    )
  })
})
