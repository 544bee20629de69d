import { addDays, type CalendarDate, daysBetween, todayInSantiago } from './dates.ts'

/** Holidays and other days on which the cooperative is closed; weekends need not be included. */
export type ClosedDays = ReadonlySet<CalendarDate>

const ANY_SUNDAY = '2023-01-01' as CalendarDate

/** Monday to Friday, and not closed. */
export function isBusinessDay(date: CalendarDate, closed: ClosedDays): boolean {
  const weekday = ((daysBetween(ANY_SUNDAY, date) % 7) + 7) % 7
  return weekday >= 1 && weekday <= 5 && !closed.has(date)
}

/** The day that many business days after `date`, which does not count. */
export function addBusinessDays(
  date: CalendarDate,
  count: number,
  closed: ClosedDays,
): CalendarDate {
  let day = date
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day, closed)) left -= 1
  }
  return day
}

/** Mondays to Fridays since that Sunday; negative before it. */
function weekdaysUntil(date: CalendarDate): number {
  const days = daysBetween(ANY_SUNDAY, date)
  const weeks = Math.floor(days / 7)
  return weeks * 5 + Math.min(days - weeks * 7, 5)
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
  return businessDaysBetween(todayInSantiago(asOf), today, closed) > FRESH_BUSINESS_DAYS
}

const none: ClosedDays = new Set()

/**
 * Business days after `from`, up to and including `to`; 0 when `to` is not later. Looks at no day that is not closed:
 * each member asks for those of hundreds of deeds, and a wrong date may be a century away.
 */
export function businessDaysBetween(
  from: CalendarDate,
  to: CalendarDate,
  closed: ClosedDays,
): number {
  if (to <= from) return 0
  let count = weekdaysUntil(to) - weekdaysUntil(from)
  for (const date of closed) {
    if (date > from && date <= to && isBusinessDay(date, none)) count--
  }
  return count
}
