import { addDays, type CalendarDate, daysBetween, todayInSantiago } from './dates.ts'

/** Holidays and other days on which the cooperative is closed; weekends need not be included. */
export type ClosedDays = ReadonlySet<CalendarDate>

const ANY_SUNDAY = '2023-01-01' as CalendarDate

/** Monday to Friday, and not closed. */
export function isBusinessDay(date: CalendarDate, closed: ClosedDays): boolean {
  const weekday = ((daysBetween(ANY_SUNDAY, date) % 7) + 7) % 7
  return weekday >= 1 && weekday <= 5 && !closed.has(date)
}

/** Accounting's figures count as current for this many business days. */
const FRESH_BUSINESS_DAYS = 3

export const outdatedNotice =
  'Los datos tienen más de tres días hábiles. Los movimientos más recientes pueden no aparecer todavía.'

/**
 * Whether the cut-off is more than three business days old on `today`, by Santiago's calendar. The day of
 * the cut-off does not count, today does: Friday's cut-off is outdated from Thursday on.
 */
export function isOutdated(asOf: Date, today: CalendarDate, closed: ClosedDays): boolean {
  const enough = FRESH_BUSINESS_DAYS + 1
  return businessDaysBetween(todayInSantiago(asOf), today, closed, enough) === enough
}

/**
 * Business days after `from`, up to and including `to`; 0 when `to` is not later. Stops at `limit`, so
 * that an old cut-off costs no more than a recent one.
 */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  closed: ClosedDays,
  limit = Number.POSITIVE_INFINITY,
): number {
  let count = 0
  let date = from
  while (date < to && count < limit) {
    date = addDays(date, 1)
    if (isBusinessDay(date, closed)) count++
  }
  return count
}
