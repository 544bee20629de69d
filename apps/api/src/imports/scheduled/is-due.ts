import {
  type CalendarDate,
  dateTimeInSantiago,
  instantInSantiago,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Whether an instant is that of a time of day, 'hh:mm', in Santiago: once each day, also when the clock
 * shows a time twice in April or skips it in September.
 */
export function isDue(times: string[], instant: Date): boolean {
  const minute = instant.getTime() - (instant.getTime() % MINUTE_MS)
  const date = todayInSantiago(instant)
  return times.some((time) => instantOf(date, time) === minute)
}

/** A skipped time is as long after the midnight that it follows: 00:30 is at 01:30. */
function instantOf(date: CalendarDate, time: string): number {
  const instant = instantInSantiago(date, time)
  const isShown = dateTimeInSantiago(instant).endsWith(time)
  return isShown ? instant.getTime() : instant.getTime() + HOUR_MS
}

/** The minutes of the hour at which a time may be due, as cron lists them: the offset of Santiago is in whole hours. */
export function minutesOf(times: string[]): string {
  return [...new Set(times.map((time) => Number(time.slice(-2))))].join(',')
}
