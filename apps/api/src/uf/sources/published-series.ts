import { addDays, type CalendarDate } from '@carpeta/domain/dates/dates'
import type { UfValue } from '@carpeta/domain/money/uf-value'
import { SourceError } from './get-json.ts'

/** What a source publishes of the days around today. */
export interface PublishedSeries {
  source: 'cmf' | 'mindicador'
  values: UfValue[]
  /** No value has decimals: they were cut, and the values only confirm those of another source. */
  isCut: boolean
}

/** A source gives the days from this one. */
export const DAYS_BACK = 40
// The values until the 9th of the next month are published by the 9th of this one.
const DAYS_AHEAD = 35

/** Keeps the values since `DAYS_BACK`. @throws {SourceError} without any, with an impossible day, or with two values of one day */
export function requireSeries(values: UfValue[], today: CalendarDate): UfValue[] {
  const latest = addDays(today, DAYS_AHEAD)
  if (values.some(({ date }) => date > latest)) {
    throw new SourceError('respondió con fechas que todavía no se publican')
  }
  const byDate = new Map(values.map((value) => [value.date, value]))
  if (values.some(({ date, pesos }) => byDate.get(date)?.pesos !== pesos)) {
    throw new SourceError('respondió dos valores para un mismo día')
  }
  const recent = [...byDate.values()].filter(({ date }) => date >= addDays(today, -DAYS_BACK))
  if (recent.length === 0) throw new SourceError('no respondió ningún valor de estos días')
  return recent
}
