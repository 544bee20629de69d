import type { CalendarDate } from '@carpeta/domain/dates/dates'
import Holidays from 'date-holidays'

const chile = new Holidays('CL', { types: ['public'] })
// By law 2.977 the holidays are Good Friday and Holy Saturday, not Easter Sunday.
chile.setHoliday('easter -1', { name: { es: 'Sábado Santo' }, type: 'public' })
chile.setHoliday('12-08', { name: { es: 'La Inmaculada Concepción' }, type: 'public' })
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
      .filter(({ rule }) => rule !== 'easter')
      .map(({ date, name }): [CalendarDate, string] => [date.slice(0, 10) as CalendarDate, name]),
  )
}
