import { type CalendarDate, dateOrNull, isEmptyDate } from './dates.ts'

/** Whether a program writes the year or the day first. */
export type DateOrder = 'year' | 'day'

const DAY_FIRST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/
/** The day 0 of Excel and of LibreOffice, which they make of an empty cell. */
const ZERO_DATES = ['0000-00-00', '1900-01-00', '1899-12-30']

export const NO_DATE = 'Escribe una fecha válida, como 26-11-2026'

/** 'aaaa-mm-dd' of 'dd-mm-aaaa' or 'dd/mm/aaaa', which need not exist; any other text as it is. */
function yearFirst(text: string): string {
  const [, day = '', , month = '', year] = DAY_FIRST.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/** Whether a text of another program stands for no date. */
export function isEmptyWrittenDate(text: string): boolean {
  return isEmptyDate(text) || ZERO_DATES.includes(yearFirst(text).slice(0, 10))
}

/** A day as other programs write it: 'aaaa-mm-dd', or as in Chile; its time is left out. */
export function readWrittenDate(text: string): { date: CalendarDate; order: DateOrder } | null {
  const turned = yearFirst(text)
  const date = dateOrNull(turned)
  return date && { date, order: turned === text ? 'year' : 'day' }
}
