import type { CalendarDate } from '@carpeta/domain/dates/dates'
import Holidays from 'date-holidays'

const chile = new Holidays('CL', { types: ['public'] })
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

function computeHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  // `date` is the local day in Chile; `start` and `end` are instants.
  return new Map(
    chile
      .getHolidays(year, 'es')
      .map(({ date, name }): [CalendarDate, string] => [date.slice(0, 10) as CalendarDate, name]),
  )
}
