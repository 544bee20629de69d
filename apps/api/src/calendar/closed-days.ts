import type { ClosedDays } from '@carpeta/domain/dates/business-days'
import { countryHolidays } from '@carpeta/domain/dates/country-holidays'
import { addDays, type CalendarDate } from '@carpeta/domain/dates/dates'
import type { Database, Transaction } from '../db/client.ts'
import { type OwnHoliday, readOwnHolidays } from './calendar-store.ts'

/** National holidays with the cooperative's changes, between two days, both included. */
export async function closedDays(
  db: Database | Transaction,
  from: CalendarDate,
  to: CalendarDate,
): Promise<ClosedDays> {
  return closedDaysWith(await readOwnHolidays(db, from, to), from, to)
}

// The longest answer, 500 hours, takes about four months of business days.
const HORIZON_DAYS = 400

/** Those that a deadline from this day on may meet. */
export function closedDaysFrom(db: Database | Transaction, day: CalendarDate): Promise<ClosedDays> {
  return closedDays(db, day, addDays(day, HORIZON_DAYS))
}

/** The holidays of the country are those of its laws since then. */
const FIRST_YEAR = 2008

/** The same with the cooperative's entries already read. */
export function closedDaysWith(
  own: OwnHoliday[],
  from: CalendarDate,
  to: CalendarDate,
): ClosedDays {
  const closed = new Set<CalendarDate>()
  // A wrong date of accounting may be of any century.
  for (let year = Math.max(yearOf(from), FIRST_YEAR); year <= yearOf(to); year++) {
    for (const date of countryHolidays(year).keys()) {
      if (date >= from && date <= to) closed.add(date)
    }
  }
  for (const { date, isClosed } of own) {
    if (isClosed) closed.add(date)
    else closed.delete(date)
  }
  return closed
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}
