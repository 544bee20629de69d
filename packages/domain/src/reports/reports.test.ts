import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDaysBetween, type ClosedDays } from '../dates/business-days.ts'
import { addDays, type CalendarDate } from '../dates/dates.ts'
import { monthOf } from '../dates/months.ts'
import { calendarDate } from '../testing/arbitraries.ts'
import { day } from '../testing/build-sale.ts'
import { texts } from '../testing/texts.ts'
import {
  activationShare,
  ageBands,
  bandStarts,
  formatShareOf,
  formatWorkedHours,
  readReportPeriod,
  reportPeriodMessages,
} from './reports.ts'

const november = monthOf(day('2026-11-22'))

test.each([
  [{}, '2025-12', '2026-11'],
  [{ from: '', to: '' }, '2025-12', '2026-11'],
  [{ to: '2026-03' }, '2025-04', '2026-03'],
  [{ from: '2026-10' }, '2026-10', '2026-11'],
  [{ from: '2026-11', to: '2026-11' }, '2026-11', '2026-11'],
  [{ from: '2023-12', to: '2026-11' }, '2023-12', '2026-11'],
])('%j is from %s to %s', (chosen, from, to) => {
  expect(texts(readReportPeriod(chosen, november))).toEqual({ from, to })
})

test.each([
  [{ from: '2026-12' }, reportPeriodMessages.reversed.text],
  [{ to: '2026-12' }, reportPeriodMessages.future.text],
  [{ to: '9999-12' }, reportPeriodMessages.future.text],
  [{ from: '0001-01', to: '0001-02' }, reportPeriodMessages.month.text],
  [{ from: '2023-11' }, reportPeriodMessages.tooLong.text],
  [{ from: 'ayer' }, reportPeriodMessages.month.text],
  [{ to: '2026-13' }, reportPeriodMessages.month.text],
])('%j is refused', (chosen, sentence) => {
  expect(texts(readReportPeriod(chosen, november))).toBe(sentence)
})

const none: ClosedDays = new Set()
/** A Monday. */
const today = day('2026-11-23')

/** The band in which the database counts a request of this day. */
function bandOf(sentOn: CalendarDate, date: CalendarDate, closed: ClosedDays): number {
  const found = bandStarts(date, closed).findIndex((start) => sentOn >= start)
  return found === -1 ? ageBands.length - 1 : found
}

test.each([
  ['2026-11-23', 0],
  ['2026-11-22', 0],
  ['2026-11-19', 0],
  ['2026-11-18', 1],
  ['2026-11-16', 1],
  ['2026-11-13', 2],
  ['2026-11-09', 2],
  ['2026-11-08', 3],
  ['2026-11-06', 3],
  ['2026-10-26', 3],
  ['2026-10-23', 4],
  ['2020-01-01', 4],
])('a request of %s is in band %i', (sentOn, band) => {
  expect(bandOf(day(sentOn), today, none)).toBe(band)
})

test('a closed day makes nothing older', () => {
  expect(bandOf(day('2026-11-18'), today, new Set([day('2026-11-20')]))).toBe(0)
})

test('the dates that the database compares with give the band that the days are counted to (§12.462)', () => {
  const closed = fc.uniqueArray(fc.integer({ min: 0, max: 70 }), { maxLength: 25 })
  fc.assert(
    fc.property(calendarDate, closed, fc.integer({ min: 0, max: 90 }), (date, days, before) => {
      const closedDays: ClosedDays = new Set(days.map((count) => addDays(date, -count)))
      expect(bandStarts(date, closedDays)).toHaveLength(ageBands.length - 1)
      const sentOn = addDays(date, -before)
      const age = businessDaysBetween(sentOn, date, closedDays)
      const band = ageBands.findIndex(({ upTo }) => age <= upTo)
      expect(bandOf(sentOn, date, closedDays)).toBe(band)
    }),
  )
})

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

test.each([
  [null, '-'],
  [0, '0 h'],
  [2, '0 h'],
  [3, '0,1 h'],
  [57, '1 h'],
  [60, '1 h'],
  [270, '4,5 h'],
  [60_000, '1.000 h'],
])('%s minutes are %s', (minutes, text) => {
  expect(formatWorkedHours(minutes)).toBe(text.replace(' ', '\u00a0'))
})

test('a deactivated account counts neither as activated nor as one that could be', () => {
  const accounts = { not_invited: 3, invited: 2, active: 5, inactive: 7 }
  expect(activationShare(accounts)).toEqual({ part: 5, whole: 10 })
})
