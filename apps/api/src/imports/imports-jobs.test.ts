import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDue, minutesOf } from './imports-jobs.ts'

test('a time of day is Chile’s, in winter and in summer (§12.183)', () => {
  const times = ['05:30', '13:00']
  expect(isDue(times, new Date('2026-07-15T09:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T08:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T16:00:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T09:30:00Z'))).toBe(false)
  expect(isDue(times, new Date('2026-11-15T08:31:00Z'))).toBe(false)
})

/** The instants of a week at which a job that looks every hour finds the time due. */
function dueFrom(start: string, time: string): string[] {
  const first = Date.parse(`${start}T00:${time.slice(-2)}:00Z`)
  return Array.from({ length: 7 * 24 }, (_, hour) => new Date(first + hour * 3_600_000))
    .filter((instant) => isDue([time], instant))
    .map((instant) => instant.toISOString().slice(0, 16))
}

test('a time that the clock skips in September is due an hour later, and one that it repeats in April once (§12.228)', () => {
  expect(dueFrom('2026-09-04', '00:30').slice(1, 4)).toEqual([
    '2026-09-05T04:30',
    // The clock goes from 24:00 to 01:00.
    '2026-09-06T04:30',
    '2026-09-07T03:30',
  ])
  expect(dueFrom('2026-04-03', '23:30').slice(0, 3)).toEqual([
    '2026-04-03T02:30',
    '2026-04-04T02:30',
    // The clock goes from 24:00 to 23:00.
    '2026-04-05T02:30',
  ])
})

test('every time of day is due once each day, whenever the clock changes (§12.228)', () => {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.nat(23),
      fc.nat(59),
      fc.constantFrom('2026-04-01', '2026-09-02', '2027-03-31', '2027-09-01', '2026-11-20'),
      (hour, minute, start) => {
        const due = dueFrom(start, `${twoDigits(hour)}:${twoDigits(minute)}`)
        const days = due.map((instant) => todayInSantiago(new Date(`${instant}Z`)))
        const [first] = days
        expect(days.length).toBeGreaterThan(5)
        expect(days).toEqual(days.map((_, place) => first && addDays(first, place)))
      },
    ),
  )
})

test('cron looks at the minutes of all times', () => {
  expect(minutesOf(['05:30', '13:00', '21:30'])).toBe('30,0')
})
