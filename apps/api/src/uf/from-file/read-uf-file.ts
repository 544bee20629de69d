import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/uf-value'
import { readUfAmount, readUfDate } from './read-uf-cells.ts'

/** Where a value or a reject stands in the file. */
interface Line {
  line: number
  text: string
}

export interface UfLine extends UfValue, Line {}

export interface RejectedLine extends Line {
  /** Continues 'la línea 3'. */
  reason: string
}

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
    const value = readLine(line.text)
    if (typeof value === 'string') {
      rejects.push({ ...line, reason: value })
    } else if ((found.get(value.date)?.pesos ?? value.pesos) !== value.pesos) {
      rejects.push({ ...line, reason: `repite el ${shortDate(value.date)} con otro valor` })
    } else {
      found.set(value.date, { ...line, ...value })
    }
  }
  const lines = [...found.values()]
  if (lines.some(({ pesos }) => pesos.includes('.'))) return { lines, rejects }
  // A value that was cut is wrong by up to a peso.
  const cut = lines.map(({ line, text }) => ({ line, text, reason: NO_DECIMALS }))
  return { lines: [], rejects: [...rejects, ...cut] }
}

const NO_DECIMALS = 'no tiene decimales, ni los tiene ninguna otra: parecen recortados'

/** The reason when it has no value. */
function readLine(text: string): UfValue | string {
  for (const separator of SEPARATORS) {
    const at = separator.exec(text)
    if (!at) continue
    const date = readUfDate(text.slice(0, at.index).replaceAll('"', ''))
    if (date !== null) return readValue(date, text.slice(at.index + at[0].length))
  }
  return 'no empieza con una fecha que exista'
}

function readValue(date: CalendarDate, rest: string): UfValue | string {
  const [, quoted, bare = ''] = SECOND_CELL.exec(rest) ?? []
  const amount = readUfAmount(quoted ?? bare)
  if (amount === null) return 'no tiene un valor que se entienda'
  const pesos = parseUfRate(amount)
  if (pesos !== null) return { date, pesos }
  return 'tiene un valor con más de dos decimales, o fuera de 10.000 a 200.000 pesos'
}

/** UTF-8, or what a spreadsheet in Windows writes. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
