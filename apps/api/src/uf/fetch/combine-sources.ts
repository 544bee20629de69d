import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import type { PublishedSeries } from '../sources/published-series.ts'
import { type SourcedValue, sourceLabels } from '../uf-sources.ts'

/** A published value that contradicts another one; the message is a sentence for staff. */
export class Disagreement extends Error {}

/** The values of all sources by day; those without decimals only confirm. @throws {Disagreement} */
export function combineSources(series: PublishedSeries[]): SourcedValue[] {
  const combined = new Map<CalendarDate, SourcedValue>()
  const cutLast = series.toSorted((a, b) => Number(a.isCut) - Number(b.isCut))
  for (const { source, values, isCut } of cutLast) {
    for (const value of values) {
      const other = combined.get(value.date)
      if (other) {
        requireAgreement(other, { ...value, source }, { isCut })
        combined.set(value.date, { ...other, source: 'cmf_mindicador' })
      } else if (!isCut) {
        combined.set(value.date, { ...value, source })
      }
    }
  }
  return [...combined.values()]
}

/** @throws {Disagreement} when a published value differs from the stored one of its day */
export function requireSameAsStored(stored: SourcedValue[], published: SourcedValue[]): void {
  const byDate = new Map(stored.map((value) => [value.date, value]))
  for (const value of published) {
    const other = byDate.get(value.date)
    if (other) requireAgreement(value, other, { isCut: false })
  }
}

function requireAgreement(
  value: SourcedValue,
  other: SourcedValue,
  { isCut }: { isCut: boolean },
): void {
  const difference = Math.abs(Number(value.pesos) - Number(other.pesos))
  if (isCut ? difference < 1 : value.pesos === other.pesos) return
  throw new Disagreement(
    `Para el ${shortDate(value.date)}, ${sourceLabels[value.source]} dice ${formatUfRate(value.pesos)} y ${sourceLabels[other.source]} dice ${formatUfRate(other.pesos)}.`,
  )
}
