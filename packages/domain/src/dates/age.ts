import { type CalendarDate, daysBetween } from './dates.ts'

/** How long ago a day was: 'hoy', 'ayer', 'hace 4 días'. */
export function ageText(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'hoy'
  return days === 1 ? 'ayer' : `hace ${days} días`
}
