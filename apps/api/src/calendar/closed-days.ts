import { createRequire } from 'node:module'
import type { ClosedDays } from '@carpeta/domain/dates/business-days'
import { addDays, type CalendarDate } from '@carpeta/domain/dates/dates'
import type Holidays from 'date-holidays'
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

/** The same with the cooperative's entries already read. */
export function closedDaysWith(
  own: OwnHoliday[],
  from: CalendarDate,
  to: CalendarDate,
): ClosedDays {
  const closed = new Set<CalendarDate>()
  for (let year = yearOf(from); year <= yearOf(to); year++) {
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

const cache = new Map<number, ReadonlyMap<CalendarDate, string>>()

/**
 * Chile's public holidays of a year with their Spanish names. Single holidays that a law adds, such
 * as election days, are not included; staff add them.
 */
export function countryHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  const holidays = cache.get(year) ?? computeHolidays(year)
  // They never change and take some milliseconds to compute.
  cache.set(year, holidays)
  return holidays
}

let chile: Holidays | undefined

/** Loaded at the first use: the library has the rules of all countries, 9 MB. */
function loadChile(): Holidays {
  const Library: typeof Holidays = createRequire(import.meta.url)('date-holidays')
  const country = new Library('CL', { types: ['public'] })
  // By law 2.977 the holidays are Good Friday and Holy Saturday, not Easter Sunday.
  country.setHoliday('easter -1', { name: { es: 'Sábado Santo' }, type: 'public' })
  country.setHoliday('12-08', { name: { es: 'La Inmaculada Concepción' }, type: 'public' })
  return country
}

function computeHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  chile ??= loadChile()
  // `date` is the local day in Chile; `start` and `end` are instants.
  return new Map(
    chile
      .getHolidays(year, 'es')
      .filter(({ rule }) => rule !== 'easter')
      .map(({ date, name }): [CalendarDate, string] => [date.slice(0, 10) as CalendarDate, name]),
  )
}
