import { addDays, type CalendarDate, daysBetween } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/uf-value'

const REFERENCE_DAY = '2026-11-22' as CalendarDate
const REFERENCE_CENTAVOS = 3_912_345
// About 5 % a year.
const CENTAVOS_A_DAY = 537
const DAYS_BEFORE = 400
// The Banco Central publishes the values up to the 9th of the next month.
const DAYS_AHEAD = 30

/** Made-up values of the UF from a year ago until a month ahead; a day's value depends on its date only. */
export function sampleUfValues(today: CalendarDate): UfValue[] {
  return Array.from({ length: DAYS_BEFORE + 1 + DAYS_AHEAD }, (_, index) =>
    sampleUfValue(addDays(today, index - DAYS_BEFORE)),
  )
}

export function sampleUfValue(date: CalendarDate): UfValue {
  const centavos = REFERENCE_CENTAVOS + CENTAVOS_A_DAY * daysBetween(REFERENCE_DAY, date)
  const pesos = parseUfRate((centavos / 100).toFixed(2))
  if (pesos === null) throw new RangeError(`No sample value of the UF for ${date}`)
  return { date, pesos }
}
