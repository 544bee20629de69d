import { addDays, type CalendarDate, daysBetween, todayInSantiago } from './dates.ts'

/** Holidays and the days on which the cooperative itself keeps shut; weekends need not be in it. */
export type ClosedDays = ReadonlySet<CalendarDate>

const ANY_SUNDAY = '2023-01-01' as CalendarDate

/** Monday to Friday, and not closed. */
export function isBusinessDay(date: CalendarDate, closed: ClosedDays): boolean {
  const weekday = ((daysBetween(ANY_SUNDAY, date) % 7) + 7) % 7
  return weekday >= 1 && weekday <= 5 && !closed.has(date)
}

/** Business days after `from`, up to and with `to`; 0 when `to` is no later day. */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  closed: ClosedDays,
): number {
  return countBusinessDays(from, to, closed, Number.POSITIVE_INFINITY)
}

/** How many business days a copy of accounting's figures counts as fresh. */
const FRESH_BUSINESS_DAYS = 3

export const outdatedNotice =
  'Los datos tienen más de tres días hábiles. Los movimientos más recientes pueden no aparecer todavía.'

/**
 * Whether the cut-off lies more than three business days back, by Santiago's calendar. The day of
 * the cut-off does not count, today does: a cut-off of Friday is outdated from Thursday on.
 */
export function isOutdated(asOf: Date, now: Date, closed: ClosedDays): boolean {
  const enough = FRESH_BUSINESS_DAYS + 1
  return countBusinessDays(todayInSantiago(asOf), todayInSantiago(now), closed, enough) === enough
}

/** Stops at `limit`, so that a cut-off of years ago costs no more than one of last week. */
function countBusinessDays(
  from: CalendarDate,
  to: CalendarDate,
  closed: ClosedDays,
  limit: number,
): number {
  let count = 0
  let date = from
  while (date < to && count < limit) {
    date = addDays(date, 1)
    if (isBusinessDay(date, closed)) count++
  }
  return count
}
