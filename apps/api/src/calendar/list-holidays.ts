import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Database } from '../db/client.ts'
import { readOwnHolidays } from './calendar-store.ts'
import { countryHolidays } from './country-holidays.ts'

export interface Holiday {
  date: CalendarDate
  name: string
  isClosed: boolean
  isOwn: boolean
}

/** A year's national holidays and the cooperative's own entries. */
export async function listHolidays(db: Database, year: number): Promise<Holiday[]> {
  const country = countryHolidays(year)
  const holidays = new Map<CalendarDate, Holiday>()
  for (const [date, name] of country) {
    holidays.set(date, { date, name, isClosed: true, isOwn: false })
  }
  const own = await readOwnHolidays(
    db,
    `${year}-01-01` as CalendarDate,
    `${year}-12-31` as CalendarDate,
  )
  for (const { date, name, isClosed } of own) {
    holidays.set(date, { date, name: name || (country.get(date) ?? ''), isClosed, isOwn: true })
  }
  return [...holidays.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
