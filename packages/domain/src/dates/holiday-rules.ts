import { invalid } from '../errors/refusal.ts'
import { type CalendarDate, isCalendarDate } from './dates.ts'

// Beyond any deadline, and within the range of the computed holidays.
const FIRST_YEAR = 2000
const LAST_YEAR = 2100

export const holidayMessages = {
  date: invalid('Fecha no válida'),
  year: invalid(`Elige un año entre ${FIRST_YEAR} y ${LAST_YEAR}`),
  /** The existing reason must not be overwritten unseen. */
  alreadyClosed: (name: string) =>
    `Ese día ya está cerrado${name && `: ${name}`}. Para cambiar el motivo, quítalo primero.`,
  /** A national holiday. */
  closedByCountry: (name: string) => `Ese día ya está cerrado: ${name}`,
  /** Only a national holiday can be turned into a working day. */
  notAHoliday: invalid('Ese día no es feriado: la cooperativa ya atiende'),
} as const

export function readHolidayYear(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

export function readHolidayDate(text: string): CalendarDate | null {
  return isCalendarDate(text) && readHolidayYear(text.slice(0, 4)) !== null ? text : null
}
