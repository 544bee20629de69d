// Without the calendar, which the login does not need.

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
