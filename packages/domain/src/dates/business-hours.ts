import type { ClosedDays } from './business-days.ts'
import { addDays, type CalendarDate, instantInSantiago, todayInSantiago } from './dates.ts'
import { type Opening, openings } from './opening-hours.ts'

const HOUR_MS = 3_600_000

/**
 * The instant at which this many business hours have passed. Time outside the opening hours does not
 * count.
 */
export function dueAt(from: Date, hours: number, closed: ClosedDays): Date {
  let left = hours * HOUR_MS
  for (let date = todayInSantiago(from); ; date = addDays(date, 1)) {
    for (const [opens, closes] of openingsOn(date, closed)) {
      const start = Math.max(from.getTime(), instantInSantiago(date, opens).getTime())
      const end = instantInSantiago(date, closes).getTime()
      if (start + left <= end) return new Date(start + left)
      left -= Math.max(0, end - start)
    }
  }
}

/** The opening hours between two instants, in whole minutes; 0 when `to` is not later. */
export function businessMinutesBetween(from: Date, to: Date, closed: ClosedDays): number {
  let open = 0
  const last = todayInSantiago(to)
  for (let date = todayInSantiago(from); date <= last; date = addDays(date, 1)) {
    for (const [opens, closes] of openingsOn(date, closed)) {
      const start = Math.max(from.getTime(), instantInSantiago(date, opens).getTime())
      const end = Math.min(to.getTime(), instantInSantiago(date, closes).getTime())
      open += Math.max(0, end - start)
    }
  }
  return Math.floor(open / 60_000)
}

function openingsOn(date: CalendarDate, closed: ClosedDays): readonly Opening[] {
  if (closed.has(date)) return []
  return openings[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? []
}
