import { type CalendarDate, isCalendarDate } from './dates.ts'

declare const month: unique symbol

/** A calendar month 'YYYY-MM'. */
export type Month = string & { readonly [month]: true }

export function isMonth(text: string): text is Month {
  return isCalendarDate(`${text}-01`)
}

export function monthOf(date: CalendarDate): Month {
  return date.slice(0, 7) as Month
}

export function firstDay(month: Month): CalendarDate {
  return `${month}-01` as CalendarDate
}

export function addMonths(month: Month, count: number): Month {
  const index = indexOf(month) + count
  const year = Math.floor(index / 12)
  return `${String(year).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Month
}

/** How many months there are from the first to the last one, both included; 0 or less when reversed. */
export function countMonths(from: Month, to: Month): number {
  return indexOf(to) - indexOf(from) + 1
}

/** Every month between the two, both included. */
export function monthsBetween(from: Month, to: Month): Month[] {
  return Array.from({ length: Math.max(0, countMonths(from, to)) }, (_, count) =>
    addMonths(from, count),
  )
}

/** Months since the year 0. */
function indexOf(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
}
