import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { calendarDate } from '../testing/arbitraries.ts'
import { day } from '../testing/build-sale.ts'
import {
  addDays,
  dateOrNull,
  dateTimeInSantiago,
  daysBetween,
  instantInSantiago,
  isCalendarDate,
  isEmptyDate,
  monthName,
  shortDate,
  todayInSantiago,
} from './dates.ts'
import { isEmptyWrittenDate, readWrittenDate } from './written-dates.ts'

describe('the empty-date convention', () => {
  test.each(['', null, undefined, '0000-00-00', '0000-00-00 00:00:00', '0000-01-01', '0000'])(
    '%j is empty (§3.19)',
    (value) => {
      expect(isEmptyDate(value)).toBe(true)
      expect(dateOrNull(value)).toBeNull()
    },
  )

  test.each(['2026-09-06', '2026-02-30', 'mañana', ' ', 0, new Date(0)])(
    '%j is not empty',
    (value) => {
      expect(isEmptyDate(value)).toBe(false)
    },
  )
})

describe('a day as other programs write it (§12.970)', () => {
  test.each<[string, string, string]>([
    ['2026-09-06', '2026-09-06', 'year'],
    ['2026-09-06 00:00:00', '2026-09-06', 'year'],
    ['06-09-2026', '2026-09-06', 'day'],
    ['06/09/2026', '2026-09-06', 'day'],
    ['6/9/2026', '2026-09-06', 'day'],
    ['06-09-2026 0:00', '2026-09-06', 'day'],
    ['29/02/2024 00:00:00', '2024-02-29', 'day'],
  ])('%s', (text, date, order) => {
    expect(readWrittenDate(text)).toEqual({ date, order })
    expect(isEmptyWrittenDate(text)).toBe(false)
  })

  test.each(['09-24-2026', '29-02-2026', '06-09/2026', '06-09-26', '06.09.2026', '6 sept 2026'])(
    '%s is none',
    (text) => {
      expect(readWrittenDate(text)).toBeNull()
      expect(isEmptyWrittenDate(text)).toBe(false)
    },
  )

  test.each([
    '',
    '0000-00-00',
    '00-00-0000',
    '00/00/0000 00:00:00',
    '00-01-1900',
    '0/1/1900 0:00',
    '1900-01-00',
    '30/12/1899',
    '1899-12-30 00:00:00',
  ])('«%s» is empty', (text) => {
    expect(isEmptyWrittenDate(text)).toBe(true)
  })
})

describe('reading a date', () => {
  test.each([
    '2026-09-06',
    '2026-09-06 00:00:00',
    '2026-09-06 23:59',
    '2026-09-06T00:00:00Z',
    '2026-09-06T23:30:00.000-03:00',
    '2026-09-06T23:59:59+1400',
  ])('%s is that calendar day, whatever its time', (text) => {
    expect(dateOrNull(text)).toBe('2026-09-06')
  })

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1900-02-29',
    '2026-9-6',
    '06-09-2026',
    '2026/09/06',
    '20260906',
    '2026-09-06 24:00',
    '2026-09-06 10:60',
    '2026-09-06x',
    '2026-09-06 ',
    ' 2026-09-06',
    '2026-09-06\n',
    '2026-09-06T',
    '12026-09-06',
    20260906,
    new Date('2026-09-06T12:00:00Z'),
    ['2026-09-06'],
  ])('%j is no date', (value) => {
    expect(dateOrNull(value)).toBeNull()
  })

  test('leap days exist every fourth year, but only in every fourth century year', () => {
    expect(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'].map(isCalendarDate)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['2023-02-29', '2100-02-29', '0000-02-29'].map(isCalendarDate)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('a day exists exactly when UTC has it', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), part(13), part(32), (year, month, date) => {
        const text = `${year}-${month}-${date}`
        const utc = new Date(`${text}T00:00:00Z`)
        const known = !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(text)
        expect(isCalendarDate(text)).toBe(known)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('showing a date', () => {
  test('short dates and months are Chilean (§10.49)', () => {
    expect(shortDate(day('2026-11-05'))).toBe('05-11-2026')
    expect(monthName(day('2026-11-05'))).toBe('noviembre 2026')
    expect(monthName(day('2027-01-31'))).toBe('enero 2027')
    expect(monthName(day('2026-12-01'))).toBe('diciembre 2026')
  })
})

describe('Santiago', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  // The last column is what a naive `new Date('2026-09-06')` would show; Santiago loses a day.
  describe.each([
    ['America/Santiago', 5],
    ['Asia/Tokyo', 6],
    ['Pacific/Auckland', 6],
    ['UTC', 6],
  ])('on a computer in %s', (zone, naive) => {
    test('6 September 2026, which has no midnight there, stays the 6th', () => {
      vi.stubEnv('TZ', zone)
      expect(new Date('2026-09-06').getDate()).toBe(naive)
      const date = dateOrNull('2026-09-06 00:00:00')
      expect(date).toBe('2026-09-06')
      expect(shortDate(day('2026-09-06'))).toBe('06-09-2026')
      expect(addDays(day('2026-09-05'), 1)).toBe('2026-09-06')
      expect(addDays(day('2026-09-06'), 1)).toBe('2026-09-07')
      expect(daysBetween(day('2026-09-05'), day('2026-09-07'))).toBe(2)
      expect(monthName(day('2026-09-01'))).toBe('septiembre 2026')
    })

    test('today is Santiago’s day, also late in the evening (§10.50)', () => {
      vi.stubEnv('TZ', zone)
      expect(new Date('2026-09-06').getDate()).toBe(naive)
      // Summer time, UTC−3.
      expect(todayInSantiago(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20')
      expect(todayInSantiago(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21')
      // Winter time, UTC−4.
      expect(todayInSantiago(new Date('2026-07-01T03:59:59Z'))).toBe('2026-06-30')
      expect(todayInSantiago(new Date('2026-07-01T04:00:00Z'))).toBe('2026-07-01')
      // From 23:59:59 on the 5th the clock jumps to 01:00 on the 6th.
      expect(todayInSantiago(new Date('2026-09-06T03:59:59Z'))).toBe('2026-09-05')
      expect(todayInSantiago(new Date('2026-09-06T04:00:00Z'))).toBe('2026-09-06')
      expect(todayInSantiago(new Date('2027-01-01T02:30:00Z'))).toBe('2026-12-31')
    })

    test('an instant is shown in Santiago’s time', () => {
      vi.stubEnv('TZ', zone)
      expect(new Date('2026-09-06').getDate()).toBe(naive)
      expect(dateTimeInSantiago('2026-11-20T23:24:13Z')).toBe('20-11-2026 20:24')
      expect(dateTimeInSantiago('2026-11-21T03:05:00Z')).toBe('21-11-2026 00:05')
      expect(dateTimeInSantiago(new Date('2026-09-06T04:00:00Z'))).toBe('06-09-2026 01:00')
      expect(dateTimeInSantiago(new Date('2026-09-06T03:59:00Z'))).toBe('05-09-2026 23:59')
    })
  })

  test.each([
    ['2026-11-20', '20:24', '2026-11-20T23:24:00Z'],
    ['2026-07-01', '10:00', '2026-07-01T14:00:00Z'],
    // The clock goes back one hour at the end of 4 April and forward one at the end of 5 September.
    ['2026-04-03', '10:00', '2026-04-03T13:00:00Z'],
    ['2026-04-04', '23:30', '2026-04-05T02:30:00Z'],
    ['2026-04-05', '00:00', '2026-04-05T04:00:00Z'],
    ['2026-04-06', '10:00', '2026-04-06T14:00:00Z'],
    ['2026-09-05', '23:59', '2026-09-06T03:59:00Z'],
    ['2026-09-06', '01:00', '2026-09-06T04:00:00Z'],
    ['2026-09-06', '01:30', '2026-09-06T04:30:00Z'],
    ['2026-09-07', '10:00', '2026-09-07T13:00:00Z'],
  ])('on %s at %s in Santiago it is %s', (date, time, instant) => {
    expect(instantInSantiago(day(date), time)).toEqual(new Date(instant))
  })

  test('a time that the clock skips in September is on its own day, never on the one before (§12.2263)', () => {
    expect(instantInSantiago(day('2026-09-06'), '00:00')).toEqual(new Date('2026-09-06T04:00:00Z'))
    expect(instantInSantiago(day('2026-09-06'), '00:30')).toEqual(new Date('2026-09-06T04:30:00Z'))
    expect(instantInSantiago(day('2027-09-05'), '00:59')).toEqual(new Date('2027-09-05T04:59:00Z'))
  })

  test('a local time gives an instant with that local time', () => {
    const minute = fc.integer({ min: Date.UTC(1990) / 60_000, max: Date.UTC(2040) / 60_000 })
    fc.assert(
      fc.property(minute, (minutes) => {
        const now = new Date(minutes * 60_000)
        const shown = dateTimeInSantiago(now)
        const back = instantInSantiago(todayInSantiago(now), shown.slice(-5))
        expect(dateTimeInSantiago(back)).toBe(shown)
      }),
    )
  })

  test('an invalid instant is shown as nothing', () => {
    expect(dateTimeInSantiago('ayer')).toBe('')
    expect(dateTimeInSantiago(new Date(Number.NaN))).toBe('')
  })
})

describe('counting days', () => {
  test('over month, leap day and year', () => {
    expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(day('2026-02-28'), 1)).toBe('2026-03-01')
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
    expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31')
    expect(daysBetween(day('2026-01-01'), day('2027-01-01'))).toBe(365)
    expect(daysBetween(day('2027-01-01'), day('2026-01-01'))).toBe(-365)
  })

  test('the calendar ends after four-digit years', () => {
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(day('0001-01-01'), -1)).toThrow(RangeError)
  })

  test('adding the days between two dates to the first gives the second', () => {
    fc.assert(
      fc.property(calendarDate, calendarDate, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to)
      }),
    )
  })

  test('the difference is the number of added days, and texts sort like days', () => {
    fc.assert(
      fc.property(calendarDate, fc.integer({ min: -100_000, max: 100_000 }), (from, days) => {
        const to = addDays(from, days)
        expect(daysBetween(from, to)).toBe(days)
        expect(from < to).toBe(days > 0)
      }),
    )
  })
})
