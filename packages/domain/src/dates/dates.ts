declare const calendar: unique symbol

/**
 * 'YYYY-MM-DD', a day on the calendar. It never passes through a time zone: in Santiago
 * `new Date('2026-09-06')` is still the 5th, and that 6th has no midnight at all.
 */
export type CalendarDate = string & { readonly [calendar]: 'day' }

const DAY_MS = 86_400_000
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** Empty, 0000-00-00 and 0000-00-00 00:00:00 (spec §3); anything that starts with 0000 (§2). */
export function isEmptyDate(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'string' && value.startsWith('0000')
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** A day that exists, and not the empty date. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = DAY.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** The calendar part as it was written; null when empty, impossible or not a date. */
export function dateOrNull(value: unknown): CalendarDate | null {
  if (typeof value !== 'string') return null
  const day = value.slice(0, 10)
  const time = value.slice(10)
  return isCalendarDate(day) && (time === '' || TIME.test(time)) ? day : null
}

/** 'dd-mm-yyyy'. */
export function shortDate(date: CalendarDate): string {
  const [year, month, day] = date.split('-')
  return `${day}-${month}-${year}`
}

/** 'noviembre 2026'. */
export function monthName(date: CalendarDate): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}

// Days in UTC are all 24 hours long, so this is whole-number arithmetic.
function dayNumber(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const text = new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)
  if (!isCalendarDate(text)) throw new RangeError('Outside the calendar of four-digit years')
  return text
}

/** Positive when `to` is later than `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

// Talcahuano keeps Santiago's time, not Punta Arenas' nor Coyhaique's.
const santiago = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Santiago',
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

function inSantiago(instant: Date): { date: CalendarDate; time: string } {
  const parts = new Map(santiago.formatToParts(instant).map(({ type, value }) => [type, value]))
  const date = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  return { date: date as CalendarDate, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

export function todayInSantiago(now: Date): CalendarDate {
  return inSantiago(now).date
}

/**
 * When Santiago's clock shows this time, 'hh:mm', on this day. Of the hour that April has twice it
 * is the first.
 */
export function instantInSantiago(date: CalendarDate, time: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`)
  // The distance to UTC is known for an instant, not for a time on a clock: guess, then correct.
  const guess = shown - aheadOfUtc(shown)
  return new Date(shown - aheadOfUtc(guess))
}

/** Milliseconds by which Santiago's clock is ahead of UTC at this instant: negative, it is behind. */
function aheadOfUtc(instant: number): number {
  const { date, time } = inSantiago(new Date(instant))
  const minute = instant - (instant % 60_000)
  return Date.parse(`${date}T${time}:00Z`) - minute
}

/**
 * 'dd-mm-yyyy hh:mm', 24 hours. Text is ISO 8601 with its zone; '' for what is no instant, so that
 * an odd `actualizado_al` never breaks a member's page.
 */
export function dateTimeInSantiago(instant: string | Date): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return ''
  const { date, time } = inSantiago(moment)
  return `${shortDate(date)} ${time}`
}
