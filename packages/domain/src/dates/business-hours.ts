import type { ClosedDays } from './business-days.ts'
import { addDays, type CalendarDate, instantInSantiago, todayInSantiago } from './dates.ts'

const HOUR_MS = 3_600_000

/** Local times in Santiago. */
export type Opening = readonly [from: string, to: string]

const MORNING: Opening = ['10:00', '13:30']
const AFTERNOON: Opening = ['15:00', '18:00']

/** The cooperative's opening hours. Sunday comes first, as in `getUTCDay`. */
export const openings: readonly (readonly Opening[])[] = [
  [],
  [MORNING, AFTERNOON],
  [MORNING, AFTERNOON],
  [MORNING, AFTERNOON],
  [MORNING, AFTERNOON],
  [MORNING],
  [],
]

const DAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** A line for each run of days with the same hours: 'Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00'. */
export function openingHours(): string[] {
  const runs: { days: string[]; hours: string }[] = []
  for (const [index, day] of DAYS.entries()) {
    const hours = (openings[index] ?? []).map((opening) => opening.join(' a ')).join(' y ')
    const run = runs.at(-1)
    if (run?.hours === hours) run.days.push(day)
    else runs.push({ days: [day], hours })
  }
  return runs.flatMap(({ days: [first = '', ...others], hours }) => {
    const last = others.at(-1)
    return hours === '' ? [] : [`${first}${last ? ` a ${last.toLowerCase()}` : ''} ${hours}`]
  })
}

/**
 * The instant at which this many business hours have passed. Time outside the opening hours does not
 * count.
 */
export function dueAt(from: Date, hours: number, closed: ClosedDays): Date {
  let left = hours * HOUR_MS
  for (let date = todayInSantiago(from); ; date = addDays(date, 1)) {
    for (const [opens, closes] of openingsOn(date, closed)) {
      const start = Math.max(from.getTime(), instantInSantiago(date, opens).getTime())
      const end = instantInSantiago(date, closes).getTime()
      if (start + left <= end) return new Date(start + left)
      left -= Math.max(0, end - start)
    }
  }
}

/** The opening hours between two instants, in whole minutes; 0 when `to` is not later. */
export function businessMinutesBetween(from: Date, to: Date, closed: ClosedDays): number {
  let open = 0
  const last = todayInSantiago(to)
  for (let date = todayInSantiago(from); date <= last; date = addDays(date, 1)) {
    for (const [opens, closes] of openingsOn(date, closed)) {
      const start = Math.max(from.getTime(), instantInSantiago(date, opens).getTime())
      const end = Math.min(to.getTime(), instantInSantiago(date, closes).getTime())
      open += Math.max(0, end - start)
    }
  }
  return Math.floor(open / 60_000)
}

function openingsOn(date: CalendarDate, closed: ClosedDays): readonly Opening[] {
  if (closed.has(date)) return []
  return openings[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? []
}
