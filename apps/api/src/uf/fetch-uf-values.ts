import { addDays, type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { acceptUfValues, type UfJump, ufJumpText } from '@carpeta/domain/money/uf-series'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { type PublishedSeries, readCmf, readMindicador, SourceError } from './sources.ts'
import {
  addUfValues,
  deleteSampleUfValues,
  listUfValues,
  type SourcedValue,
  sourceLabels,
} from './uf-store.ts'

interface FetchOutcome {
  saved: SourcedValue[]
  /** Why nothing was taken, though a source answered: a sentence. */
  refusal: string | null
  /** A sentence for each source that did not answer usefully. */
  problems: string[]
}

// A jump is judged against the last known value; a year later it says nothing.
const KNOWN_DAYS = 365

/**
 * Asks the sources and saves the days without a value. Takes nothing when the sources contradict each
 * other or what is stored, or when a value jumps.
 */
export async function fetchUfValues(
  { db, config }: { db: Database; config: Pick<Config, 'uf'> },
  today: CalendarDate,
): Promise<FetchOutcome> {
  const { series, problems } = await askSources(config.uf, today)
  const known = await listUfValues(db, addDays(today, -KNOWN_DAYS))
  const stored = known.filter(({ source }) => source !== 'sample')
  try {
    const saved = selectNew(stored, combineSources(series))
    await db.transaction(async (tx) => {
      if (saved.length > 0) await deleteSampleUfValues(tx)
      await addUfValues(tx, saved)
    })
    return { saved, refusal: null, problems }
  } catch (error) {
    if (!(error instanceof Disagreement)) throw error
    return { saved: [], refusal: error.message, problems }
  }
}

/** @throws {Disagreement} */
function selectNew(stored: SourcedValue[], published: SourcedValue[]): SourcedValue[] {
  requireSameAsStored(stored, published)
  const days = new Set(stored.map(({ date }) => date))
  const fresh = published.filter(({ date }) => !days.has(date))
  const [jump] = acceptUfValues(stored, fresh).jumps
  if (jump) throw new Disagreement(refusalOf(jump))
  return fresh
}

function refusalOf(jump: UfJump): string {
  const { date, pesos } = jump.value
  return `El valor del ${shortDate(date)}, ${formatUfRate(pesos)}, ${ufJumpText(jump)}.`
}

async function askSources(
  uf: Config['uf'],
  today: CalendarDate,
): Promise<{ series: PublishedSeries[]; problems: string[] }> {
  const problems: string[] = []
  const ask = async (source: PublishedSeries['source'], answer: Promise<PublishedSeries>) => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      problems.push(sentence(source, error.message))
      return null
    }
  }
  const answers = await Promise.all([
    uf.cmfApiKey ? ask('cmf', readCmf(uf.cmfUrl, uf.cmfApiKey, today)) : null,
    ask('mindicador', readMindicador(uf.mindicadorUrl, today)),
  ])
  const series = answers.filter((answer) => answer !== null)
  if (series.every(({ isCut }) => isCut)) {
    problems.push(...series.map(({ source }) => sentence(source, 'da la UF sin decimales')))
  }
  return { series, problems }
}

/** 'La CMF no responde.' */
function sentence(source: PublishedSeries['source'], predicate: string): string {
  const label = sourceLabels[source]
  return `${source === 'cmf' ? label.replace('la', 'La') : label} ${predicate}.`
}

/** A published value that contradicts another one; the message is a sentence for staff. */
class Disagreement extends Error {}

/** The values of all sources by day; those without decimals only confirm. @throws {Disagreement} */
function combineSources(series: PublishedSeries[]): SourcedValue[] {
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
function requireSameAsStored(stored: SourcedValue[], published: SourcedValue[]): void {
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
