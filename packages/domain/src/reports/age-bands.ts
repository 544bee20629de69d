import { businessDaysBetween, type ClosedDays, isBusinessDay } from '../dates/business-days.ts'
import { addDays, type CalendarDate } from '../dates/dates.ts'

/** Ages of open requests in business days since they were sent; the last band has no end. */
export const ageBands = [
  { name: 'Hasta 2 días', upTo: 2 },
  { name: 'De 3 a 5 días', upTo: 5 },
  { name: 'De 6 a 10 días', upTo: 10 },
  { name: 'De 11 a 20 días', upTo: 20 },
  { name: 'Más de 20 días', upTo: Number.POSITIVE_INFINITY },
] as const

const MAX_BANDED_AGE = 20

/** The band of a request that was sent on this day, as its index. */
export function ageBand(sentOn: CalendarDate, today: CalendarDate, closed: ClosedDays): number {
  const age = businessDaysBetween(sentOn, today, closed, MAX_BANDED_AGE + 1)
  return ageBands.findIndex(({ upTo }) => age <= upTo)
}

/**
 * The first day of each band but the last, newest first: a request belongs to the first band whose day is
 * not later than the day it was sent on, so that the database counts by dates.
 */
export function bandStarts(today: CalendarDate, closed: ClosedDays): CalendarDate[] {
  const starts: CalendarDate[] = []
  let date = today
  for (let age = 0; age <= MAX_BANDED_AGE; date = addDays(date, -1)) {
    // Sent the day before, a request would be one business day older.
    if (!isBusinessDay(date, closed)) continue
    if (ageBands.some(({ upTo }) => upTo === age)) starts.push(date)
    age++
  }
  return starts
}

/** Enough calendar days before today for the longest band, with all holidays of a year in it. */
export const AGE_HORIZON_DAYS = 100
