import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '../testing/build-sale.ts'
import type { ClosedDays } from './business-days.ts'
import { businessMinutesBetween, dueAt } from './business-hours.ts'
import { addDays, dateTimeInSantiago, instantInSantiago } from './dates.ts'
import { openingHours } from './opening-hours.ts'

const none: ClosedDays = new Set()
const closing = (...dates: string[]): ClosedDays => new Set(dates.map(day))

/** 'yyyy-mm-dd hh:mm' on Santiago's clock. */
function at(text: string): Date {
  return instantInSantiago(day(text.slice(0, 10)), text.slice(11))
}

test('the opening hours have a line for the days that are alike (§9.15)', () => {
  expect(openingHours()).toEqual([
    'Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00',
    'Viernes 10:00 a 13:30',
  ])
})

describe('business hours: Monday to Thursday 10:00-13:30 and 15:00-18:00, Friday 10:00-13:30', () => {
  // 16 November 2026 is a Monday.
  test.each([
    ['within a morning', '2026-11-16 10:15', 2, '2026-11-16 12:15'],
    ['to the very end of it', '2026-11-16 10:30', 3, '2026-11-16 13:30'],
    ['over lunch', '2026-11-16 13:00', 1, '2026-11-16 15:30'],
    ['from lunch', '2026-11-16 14:10', 1, '2026-11-16 16:00'],
    ['from before the opening', '2026-11-16 07:59', 1, '2026-11-16 11:00'],
    ['from the closing', '2026-11-16 18:00', 1, '2026-11-17 11:00'],
    ['over a night', '2026-11-16 17:45', 1, '2026-11-17 10:45'],
    ['from late at night', '2026-11-16 23:59', 1, '2026-11-17 11:00'],
    ['over a weekend', '2026-11-20 13:00', 1, '2026-11-23 10:30'],
    ['from a Friday afternoon', '2026-11-20 15:30', 1, '2026-11-23 11:00'],
    ['from a Sunday', '2026-11-22 12:00', 4, '2026-11-23 15:30'],
    ['a whole week', '2026-11-16 10:00', 29.5, '2026-11-20 13:30'],
    ['the ordinary thirty', '2026-11-16 10:00', 30, '2026-11-23 10:30'],
    ['over a new year', '2026-12-31 17:00', 2, '2027-01-01 11:00'],
  ])('%s', (_where, from, hours, due) => {
    expect(dateTimeInSantiago(dueAt(at(from), hours, none))).toBe(dateTimeInSantiago(at(due)))
  })

  test('a closed day does not count', () => {
    const newYear = closing('2027-01-01')
    expect(dueAt(at('2026-12-31 17:00'), 2, newYear)).toEqual(at('2027-01-04 11:00'))
    expect(dueAt(at('2027-01-01 11:00'), 1, newYear)).toEqual(at('2027-01-04 11:00'))
    const thatWeek = closing(...[16, 17, 18, 19, 20].map((number) => `2026-11-${number}`))
    expect(dueAt(at('2026-11-16 10:00'), 1, thatWeek)).toEqual(at('2026-11-23 11:00'))
  })

  test('seconds are preserved', () => {
    expect(dueAt(new Date('2026-11-16T16:29:30.250Z'), 1, none)).toEqual(
      new Date('2026-11-16T18:59:30.250Z'),
    )
  })

  test('the clock changes of April and September do not move the deadline', () => {
    // Thursday to Monday: UTC−3 before, UTC−4 after. 3 April is Good Friday.
    expect(dueAt(new Date('2026-04-02T20:00:00Z'), 2, closing('2026-04-03'))).toEqual(
      new Date('2026-04-06T15:00:00Z'),
    )
    // Friday to Monday: UTC−4 before, UTC−3 after.
    expect(dueAt(new Date('2026-09-04T17:00:00Z'), 1, none)).toEqual(
      new Date('2026-09-07T13:30:00Z'),
    )
    // Sent in the hour that occurs twice in April.
    expect(dueAt(new Date('2026-04-05T02:30:00Z'), 1, none)).toEqual(at('2026-04-06 11:00'))
    expect(dueAt(new Date('2026-04-05T03:30:00Z'), 1, none)).toEqual(at('2026-04-06 11:00'))
  })
})

describe('whenever a request is sent', () => {
  const QUARTER_MS = 15 * 60_000
  const quarter = fc
    .integer({ min: Date.UTC(2026, 0) / QUARTER_MS, max: Date.UTC(2028, 0) / QUARTER_MS })
    .map((quarters) => new Date(quarters * QUARTER_MS))
  const closed = fc
    .uniqueArray(fc.integer({ min: 0, max: 760 }), { maxLength: 60 })
    .map((days): ClosedDays => new Set(days.map((count) => addDays(day('2026-01-01'), count))))

  /** Counts quarter hours by the local time. */
  function openQuarters(from: Date, to: Date, closedDays: ClosedDays): number {
    let open = 0
    for (let now = from.getTime(); now < to.getTime(); now += QUARTER_MS) {
      const [date = '', time = ''] = dateTimeInSantiago(new Date(now)).split(' ')
      const iso = day(date.split('-').toReversed().join('-'))
      const weekday = new Date(iso).getUTCDay()
      const isMorning = time >= '10:00' && time < '13:30' && weekday >= 1 && weekday <= 5
      const isAfternoon = time >= '15:00' && time < '18:00' && weekday >= 1 && weekday <= 4
      if ((isMorning || isAfternoon) && !closedDays.has(iso)) open++
    }
    return open
  }

  test('exactly that many open hours lie before the deadline, which ends the last of them (§12.24)', () => {
    fc.assert(
      fc.property(quarter, fc.integer({ min: 1, max: 40 }), closed, (from, hours, closedDays) => {
        const due = dueAt(from, hours, closedDays)
        expect(openQuarters(from, due, closedDays)).toBe(hours * 4)
        const justBefore = new Date(due.getTime() - QUARTER_MS)
        expect(openQuarters(from, justBefore, closedDays)).toBe(hours * 4 - 1)
      }),
      { numRuns: 40 },
    )
  })

  test('as many open minutes lie between the start and the deadline', () => {
    fc.assert(
      fc.property(quarter, fc.integer({ min: 1, max: 40 }), closed, (from, hours, closedDays) => {
        const due = dueAt(from, hours, closedDays)
        expect(businessMinutesBetween(from, due, closedDays)).toBe(hours * 60)
        expect(businessMinutesBetween(due, from, closedDays)).toBe(0)
      }),
    )
  })

  test('a later start, more hours or one more closed day never give an earlier deadline', () => {
    fc.assert(
      fc.property(quarter, fc.integer({ min: 1, max: 100 }), closed, (from, hours, closedDays) => {
        const due = dueAt(from, hours, closedDays)
        const minuteLater = new Date(from.getTime() + 60_000)
        expect(dueAt(minuteLater, hours, closedDays) >= due).toBe(true)
        expect(dueAt(from, hours + 1, closedDays) > due).toBe(true)
        expect(dueAt(from, hours, none) <= due).toBe(true)
      }),
    )
  })
})
