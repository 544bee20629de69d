import { addDays, type CalendarDate, isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatUfRate, parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { acceptUfValues, type UfJump, ufJumpText } from '@carpeta/domain/money/uf-series'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import { AnswerTooLong, readAnswer } from '../http/read-answer.ts'
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

/** Asks the sources for the last days, and saves those without a value. */
export function fetchUfValues(services: Services, today: CalendarDate): Promise<FetchOutcome> {
  const [year, month, day] = addDays(today, -DAYS_BACK).split('-')
  return fetchPeriod(services, {
    cmfPath: `uf/posteriores/${year}/${month}/dias/${day}`,
    mindicadorPath: 'uf',
    ...recentDays(today),
  })
}

/** The same for a year, as far as it is published. */
export function fetchUfYear(
  services: Services,
  year: number,
  today: CalendarDate,
): Promise<FetchOutcome> {
  return fetchPeriod(services, {
    cmfPath: `uf/${year}`,
    mindicadorPath: `uf/${year}`,
    first: `${year}-01-01` as CalendarDate,
    last: `${year}-12-31` as CalendarDate,
    published: recentDays(today).published,
  })
}

interface Services {
  db: JobDatabase
  config: Pick<Config, 'uf'>
}

/** Takes nothing when the sources contradict each other or what is stored, or when a value jumps. */
async function fetchPeriod({ db, config }: Services, period: Period): Promise<FetchOutcome> {
  const { series, problems } = await askSources(config.uf, period)
  const known = await listUfValues(db, addDays(period.first, -KNOWN_DAYS))
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
  period: Period,
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
    uf.cmfApiKey ? ask('cmf', readCmf(uf.cmfUrl, uf.cmfApiKey, period)) : null,
    ask('mindicador', readMindicador(uf.mindicadorUrl, period)),
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

/** The values that a source publishes for a period. */
interface PublishedSeries {
  source: 'cmf' | 'mindicador'
  values: UfValue[]
  /** No value has decimals: they were cut, and the values only confirm those of another source. */
  isCut: boolean
}

interface Days {
  first: CalendarDate
  last: CalendarDate
  /** The last day that can be published by now. */
  published: CalendarDate
}

/** The days of which values are taken, and where each source answers them. */
interface Period extends Days {
  cmfPath: string
  mindicadorPath: string
}

const DAYS_BACK = 40
// The values until the 9th of the next month are published by the 9th of this one.
const DAYS_AHEAD = 35

export function recentDays(today: CalendarDate): Days {
  const published = addDays(today, DAYS_AHEAD)
  return { first: addDays(today, -DAYS_BACK), last: published, published }
}

/** Keeps the values of these days. @throws {SourceError} without any, with an impossible day, or with two values of one day */
function requireSeries(values: UfValue[], { first, last, published }: Days): UfValue[] {
  if (values.some(({ date }) => date > published)) {
    throw new SourceError('respondió con fechas que todavía no se publican')
  }
  const byDate = new Map(values.map((value) => [value.date, value]))
  if (values.some(({ date, pesos }) => byDate.get(date)?.pesos !== pesos)) {
    throw new SourceError('respondió dos valores para un mismo día')
  }
  const wanted = [...byDate.values()].filter(({ date }) => date >= first && date <= last)
  if (wanted.length === 0) throw new SourceError('no respondió ningún valor de estos días')
  return wanted
}

const cmfSchema = z.object({ UFs: z.array(z.object({ Fecha: z.string(), Valor: z.string() })) })
// The dot is for thousands, also in '40.804', and the decimals may be missing.
const VALUE = /^\d{1,3}(\.\d{3})*(,\d{1,2})?$/

/** The Comisión para el Mercado Financiero; it asks for a key, and knows the days that are already published. @throws {SourceError} */
async function readCmf(base: URL, apiKey: string, period: Period): Promise<PublishedSeries> {
  const address = addressBelow(base, period.cmfPath)
  address.search = new URLSearchParams({ apikey: apiKey, formato: 'json' }).toString()
  return { source: 'cmf', ...parseCmf(await getJson(address), period) }
}

/** @throws {SourceError} */
export function parseCmf(body: unknown, days: Days): { values: UfValue[]; isCut: boolean } {
  const { data } = cmfSchema.safeParse(body)
  if (!data) throw new SourceError('no respondió valores de la UF')
  const values = data.UFs.map(({ Fecha, Valor }) => readCmfValue(Fecha, Valor))
  return {
    values: requireSeries(values, days),
    isCut: data.UFs.every(({ Valor }) => !Valor.includes(',')),
  }
}

function readCmfValue(date: string, value: string): UfValue {
  const pesos = VALUE.test(value) ? parseUfRate(value.replaceAll('.', '').replace(',', '.')) : null
  if (!isCalendarDate(date) || pesos === null) {
    throw new SourceError('respondió un valor que no se entiende')
  }
  return { date, pesos }
}

const mindicadorSchema = z.object({
  codigo: z.literal('uf'),
  unidad_medida: z.literal('Pesos'),
  serie: z.array(z.object({ fecha: z.string(), valor: z.number() })),
})
const MIDNIGHT = /^(.{10})T0[34]:00:00(?:\.000)?Z$/

/** mindicador.cl; it needs no key, and gives the last month or a year. @throws {SourceError} */
async function readMindicador(base: URL, period: Period): Promise<PublishedSeries> {
  const body = await getJson(addressBelow(base, period.mindicadorPath))
  return { source: 'mindicador', ...parseMindicador(body, period) }
}

/** @throws {SourceError} */
export function parseMindicador(body: unknown, days: Days): { values: UfValue[]; isCut: boolean } {
  const { data } = mindicadorSchema.safeParse(body)
  if (!data) throw new SourceError('no respondió valores de la UF')
  return {
    values: requireSeries(data.serie.map(readMindicadorValue), days),
    isCut: data.serie.every(({ valor }) => Number.isInteger(valor)),
  }
}

/** In Santiago a day begins at 03:00 or 04:00 UTC. Midnight in UTC is still the day before: not guessed. */
function readMindicadorValue({ fecha, valor }: { fecha: string; valor: number }): UfValue {
  const date = MIDNIGHT.exec(fecha)?.[1] ?? ''
  const pesos = parseUfRate(valor)
  if (!isCalendarDate(date) || pesos === null) {
    throw new SourceError('respondió un valor que no se entiende')
  }
  return { date, pesos }
}

/** A source of the UF did not answer usefully; the message is the end of a sentence for the operator. */
class SourceError extends Error {}

interface Limits {
  /** For the whole answer. */
  timeoutMs: number
  maxBytes: number
}

const limits: Limits = { timeoutMs: 10_000, maxBytes: 1_000_000 }

/** Answers of other hosts are refused, and so is one that is too long after it is unpacked. @throws {SourceError} */
export async function getJson(
  address: URL,
  { timeoutMs, maxBytes }: Limits = limits,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new SourceError(refusedBy(response.status))
    }
    return parse(await readAnswer(response, maxBytes))
  } catch (error) {
    if (error instanceof SourceError) throw error
    if (error instanceof AnswerTooLong) throw new SourceError('respondió más de lo que cabe')
    // The message of `fetch` might contain the address, and the address the key.
    throw new SourceError(
      signal.aborted ? `no respondió en ${timeoutMs / 1000} segundos` : 'no responde',
    )
  }
}

/** The base may end with a slash or not. */
export function addressBelow(base: URL, path: string): URL {
  return new URL(`${base.href.replace(/\/+$/, '')}/${path}`)
}

function refusedBy(status: number): string {
  if (status >= 300 && status < 400) return 'manda a otra dirección'
  if (status === 401 || status === 403) return `no acepta la clave (${status})`
  return `respondió ${status}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SourceError('no respondió JSON')
  }
}
