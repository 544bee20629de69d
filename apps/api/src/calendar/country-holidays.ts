import type { CalendarDate } from '@carpeta/domain/dates/dates'
import Holidays from 'date-holidays'

const chile = new Holidays('CL', { types: ['public'] })
const known = new Map<number, ReadonlyMap<CalendarDate, string>>()

/**
 * Chile's holidays of a year with their Spanish names, moved as the law moves them. What a law
 * adds for once, such as an election day, the cooperative enters itself.
 */
export function countryHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  const holidays = known.get(year) ?? computeHolidays(year)
  // They are the same for ever and cost some milliseconds.
  known.set(year, holidays)
  return holidays
}

function computeHolidays(year: number): ReadonlyMap<CalendarDate, string> {
  // `date` is the day as Chile's calendar has it; `start` and `end` are instants.
  return new Map(
    chile
      .getHolidays(year, 'es')
      .map(({ date, name }): [CalendarDate, string] => [date.slice(0, 10) as CalendarDate, name]),
  )
}
