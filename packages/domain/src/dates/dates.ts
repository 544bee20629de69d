declare const calendar: unique symbol

/**
 * A calendar date 'YYYY-MM-DD'. It is never converted through a time zone: in Santiago
 * `new Date('2026-09-06')` is still the 5th, and the 6th has no midnight.
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

/** Empty, or starting with 0000 (docs/specification.md §3.19). */
export function isEmptyDate(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'string' && value.startsWith('0000')
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** An existing day; the empty date is none. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = DAY.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** The date part of a date or a date and time; null when it is empty or does not exist. */
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

// Every UTC day has 24 hours, so the result is a whole number.
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

let formatter: Intl.DateTimeFormat | undefined

/** Talcahuano uses Santiago's time; Punta Arenas and Coyhaique have their own. */
function santiago(): Intl.DateTimeFormat {
  // Made at the first use: a browser takes ten milliseconds for it while it loads the page.
  formatter ??= new Intl.DateTimeFormat('en-US', {
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
  return formatter
}

interface LocalTime {
  date: CalendarDate
  time: string
}

const MAX_KNOWN = 500
const knownSeconds = new Map<number, LocalTime>()

// The same seconds are asked for again and again: now, and the cut-off of a load. The formatter is slow.
function inSantiago(instant: Date): LocalTime {
  const second = Math.floor(instant.getTime() / 1000)
  const known = knownSeconds.get(second)
  if (known) return known
  const local = formatInSantiago(instant)
  if (knownSeconds.size >= MAX_KNOWN) knownSeconds.clear()
  knownSeconds.set(second, local)
  return local
}

function formatInSantiago(instant: Date): LocalTime {
  const parts = new Map(
    santiago()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  return { date: date as CalendarDate, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

export function todayInSantiago(now: Date): CalendarDate {
  return inSantiago(now).date
}

/**
 * The instant of the local time 'hh:mm' on this day in Santiago. The first of the two when the clock
 * goes back in April; what it skips in September is as long after the midnight that it follows: 00:30 is at 01:30.
 */
export function instantInSantiago(date: CalendarDate, time: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`)
  // The UTC offset is known for an instant, not for a local time: guess, then correct.
  const guess = shown - utcOffset(shown)
  const instant = new Date(shown - utcOffset(guess))
  return todayInSantiago(instant) < date ? new Date(guess) : instant
}

/** The UTC offset of Santiago in milliseconds, which is negative. */
function utcOffset(instant: number): number {
  const { date, time } = inSantiago(new Date(instant))
  const minute = instant - (instant % 60_000)
  return Date.parse(`${date}T${time}:00Z`) - minute
}

/**
 * 'dd-mm-yyyy hh:mm', 24 hours. Text is ISO 8601 with its zone; an invalid one gives '', so that an
 * invalid `actualizado_al` never breaks a member's page.
 */
export function dateTimeInSantiago(instant: string | Date): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return ''
  const { date, time } = inSantiago(moment)
  return `${shortDate(date)} ${time}`
}

/** 'hh:mm', 24 hours. */
export function timeInSantiago(instant: Date): string {
  return inSantiago(instant).time
}

/** An instant as the wire writes it: ISO 8601 in UTC, to the second. */
export function isoSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`
}
