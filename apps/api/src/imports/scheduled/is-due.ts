import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'

/** Whether a time of day in Santiago, 'hh:mm', is that of the instant. */
export function isDue(times: string[], instant: Date): boolean {
  return times.includes(dateTimeInSantiago(instant).slice(-'hh:mm'.length))
}

/** The minutes of the hour at which a time may be due, as cron lists them: the offset of Santiago is in whole hours. */
export function minutesOf(times: string[]): string {
  return [...new Set(times.map((time) => Number(time.slice(-2))))].join(',')
}
