import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClosedDays } from '../dates/business-days.ts'
import { addDays } from '../dates/dates.ts'
import { calendarDate } from '../testing/arbitraries.ts'
import { day } from '../testing/build-sale.ts'
import { ageBand, ageBands, bandStarts } from './age-bands.ts'

const none: ClosedDays = new Set()
/** A Monday. */
const today = day('2026-11-23')

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
  expect(ageBand(day(sentOn), today, none)).toBe(band)
})

test('a closed day makes nothing older', () => {
  expect(ageBand(day('2026-11-18'), today, new Set([day('2026-11-20')]))).toBe(0)
})

test('the dates that the database compares with give the band that the days are counted to (§12.462)', () => {
  const closed = fc.uniqueArray(fc.integer({ min: 0, max: 70 }), { maxLength: 25 })
  fc.assert(
    fc.property(calendarDate, closed, fc.integer({ min: 0, max: 90 }), (date, days, before) => {
      const closedDays: ClosedDays = new Set(days.map((count) => addDays(date, -count)))
      const starts = bandStarts(date, closedDays)
      expect(starts).toHaveLength(ageBands.length - 1)
      const sentOn = addDays(date, -before)
      const found = starts.findIndex((start) => sentOn >= start)
      const band = found === -1 ? ageBands.length - 1 : found
      expect(band).toBe(ageBand(sentOn, date, closedDays))
    }),
  )
})
