import { type CalendarDate, isCalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { acceptUfValues, ufJumpText } from '@carpeta/domain/money/uf-series'
import type { JobDatabase } from '../db/client.ts'
import { decoderOf, utf16Of } from '../files/text-encoding.ts'
import { deleteSampleUfValues, listUfValues, replaceUfValues } from './uf-store.ts'

export interface UfFileOutcome {
  added: UfValue[]
  changed: { before: UfValue; after: UfValue }[]
  unchanged: number
  /** By line. */
  rejects: RejectedLine[]
}

const FIRST_DAY = '0001-01-01' as CalendarDate

/**
 * Saves the values of a file, which replace stored ones. A line that cannot be read is rejected, and so
 * is a jump unless `force` is set; the other lines are saved.
 */
export async function importUfFile(
  db: JobDatabase,
  bytes: Buffer,
  { force }: { force: boolean },
): Promise<UfFileOutcome> {
  const read = readUfFile(bytes)
  return db.transaction(async (tx) => {
    const known = await listUfValues(tx, FIRST_DAY)
    const stored = known.filter(({ source }) => source !== 'sample')
    const { lines, jumping } = force
      ? { lines: read.lines, jumping: [] }
      : judge(stored, read.lines)
    const byDate = new Map(stored.map((value) => [value.date, value]))
    const added = lines.filter(({ date }) => !byDate.has(date))
    const changed = lines.flatMap((after) => {
      const before = byDate.get(after.date)
      return before && before.pesos !== after.pesos ? [{ before, after }] : []
    })
    if (lines.length > 0) await deleteSampleUfValues(tx)
    const values = [...added, ...changed.map(({ after }) => after)]
    await replaceUfValues(
      tx,
      values.map(({ date, pesos }) => ({ date, pesos, source: 'file' })),
    )
    const unchanged = lines.length - values.length
    const rejects = [...read.rejects, ...jumping].toSorted((a, b) => a.line - b.line)
    return { added, changed, unchanged, rejects }
  })
}

function judge(stored: UfValue[], given: UfLine[]): { lines: UfLine[]; jumping: RejectedLine[] } {
  const { accepted, jumps } = acceptUfValues(stored, given)
  const dates = new Set(accepted.map(({ date }) => date))
  const reasons = new Map(jumps.map((jump) => [jump.value.date, ufJumpText(jump)]))
  return {
    lines: given.filter(({ date }) => dates.has(date)),
    jumping: given
      .filter(({ date }) => !dates.has(date))
      .map(({ date, line, text }) => ({ line, text, reason: reasons.get(date) ?? '' })),
  }
}

/** Where a value or a reject stands in the file. */
interface Line {
  line: number
  text: string
}

interface UfLine extends ReadValue, Line {}

interface ReadValue extends UfValue {
  /** Also '00', which the value has lost. */
  hasDecimals: boolean
}

interface RejectedLine extends Line {
  /** Continues 'la línea 3'. */
  reason: string
}

/** A date and a value, perhaps with further columns. */
const MAX_LINE = 500

/** The separators of the two columns, by the order in which they are tried: a comma may be decimal. */
const SEPARATORS = [/\s*[;\t]\s*/, /\s*,\s*/, / +/]
// Further columns are ignored, such as the index of average value of the Diario Oficial.
const SECOND_CELL = /^(?:"([^"]*)"|(\$? *[^;\t ]*))/
const LOOKS_LIKE_A_DATE = /^"?\d{1,4}[-/.]/

/** Reads the date and the value of each line. Titles above the first value are skipped. */
export function readUfFile(bytes: Buffer): { lines: UfLine[]; rejects: RejectedLine[] } {
  const found = new Map<CalendarDate, UfLine>()
  const rejects: RejectedLine[] = []
  for (const [index, raw] of decode(bytes)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = { line: index + 1, text: raw.trim() }
    if (line.text === '') continue
    const isTitle = found.size === 0 && !LOOKS_LIKE_A_DATE.test(line.text)
    if (isTitle) continue
    const value = line.text.length > MAX_LINE ? 'es demasiado larga' : readLine(line.text)
    if (typeof value === 'string') {
      rejects.push({ ...line, reason: value })
    } else if ((found.get(value.date)?.pesos ?? value.pesos) !== value.pesos) {
      rejects.push({ ...line, reason: `repite el ${shortDate(value.date)} con otro valor` })
    } else {
      found.set(value.date, { ...line, ...value })
    }
  }
  const lines = [...found.values()]
  if (lines.some(({ hasDecimals }) => hasDecimals)) return { lines, rejects }
  // A value that was cut is wrong by up to a peso.
  const cut = lines.map(({ line, text }) => ({ line, text, reason: NO_DECIMALS }))
  return { lines: [], rejects: [...rejects, ...cut] }
}

const NO_DECIMALS = 'no tiene decimales, ni los tiene ninguna otra: parecen recortados'

/** The reason when it has no value. */
function readLine(text: string): ReadValue | string {
  for (const separator of SEPARATORS) {
    const at = separator.exec(text)
    if (!at) continue
    const date = readUfDate(text.slice(0, at.index).replaceAll('"', ''))
    if (date !== null) return readValue(date, text.slice(at.index + at[0].length))
  }
  return 'no empieza con una fecha que exista'
}

function readValue(date: CalendarDate, rest: string): ReadValue | string {
  const [, quoted, bare = ''] = SECOND_CELL.exec(rest) ?? []
  const amount = readUfAmount(quoted ?? bare)
  if (amount === null) return 'no tiene un valor que se entienda'
  const pesos = parseUfRate(amount)
  if (pesos !== null) return { date, pesos, hasDecimals: amount.includes('.') }
  return 'tiene un valor con más de dos decimales, o fuera de 10.000 a 200.000 pesos'
}

/** UTF-8, or what a spreadsheet in Windows writes: as 'Texto Unicode' it is UTF-16. */
function decode(bytes: Buffer): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return decoderOf(utf16)(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

// As they are written by the Banco Central ('22-nov-2026', '38,362.26'), the Diario Oficial
// ('22/11/2026', '28.688,73'), the CMF ('2026-11-22', '40.804'), mindicador.cl
// ('2026-11-22T03:00:00.000Z', '40771.41'), and a spreadsheet in Chile.

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:T0[34]:00:00(?:\.000)?Z|[ T]00:00(?::00)?)?$/
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2}|[a-z]{3,4}\.?)\2(\d{4})$/i

/** The day comes before the month, and a month may be a name. Null when it is no day. */
export function readUfDate(text: string): CalendarDate | null {
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(text) ?? []
  if (isoYear) return dateOf(`${isoYear}-${isoMonth}-${isoDay}`)
  const [, day = '', , month = '', year] = DAY_FIRST.exec(text) ?? []
  return year ? dateOf(`${year}-${twoDigits(monthNumber(month))}-${twoDigits(day)}`) : null
}

function dateOf(text: string): CalendarDate | null {
  return isCalendarDate(text) ? text : null
}

/** 'sept.' is September too. */
function monthNumber(text: string): string {
  if (/^\d+$/.test(text)) return text
  return String(MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1)
}

function twoDigits(text: string): string {
  return text.padStart(2, '0')
}

const PLAIN = /^(\d+)(?:[.,](\d+))?$/
const THOUSANDS_WITH_DOT = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/
const THOUSANDS_WITH_COMMA = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/

/** Decimal text with a dot. Three digits after a single sign are thousands: a UF of 40,804 pesos never was. */
export function readUfAmount(text: string): string | null {
  const bare = text.replace(/^\$/, '').replaceAll(/[\s\u00a0]/g, '')
  for (const form of [THOUSANDS_WITH_DOT, THOUSANDS_WITH_COMMA, PLAIN]) {
    const [, whole, decimals] = form.exec(bare) ?? []
    if (whole) return `${whole.replaceAll(/[.,]/g, '')}${decimals ? `.${decimals}` : ''}`
  }
  return null
}
