import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { shown } from '../field-reader.ts'
import { columnName } from './export-parts.ts'
import { UnreadableExport } from './export-source.ts'

/** A quoted cell without its end must not fill the memory. */
const MAX_RECORD = 1024 * 1024
/** Several times the fields of a sale. Columns without a name do not count: Excel writes thousands. */
export const MAX_COLUMNS = 500

export interface CsvRow {
  /** 1-based, where the row begins. */
  line: number
  cells: Record<string, string>
}

interface CsvFile {
  delimiter: Delimiter
  rows: AsyncIterable<CsvRow>
}

interface Watch {
  digest?: Hash
  onRead?: (bytes: number) => void
  /** Judges the names of the columns. */
  check?: (columns: string[]) => void
}

/**
 * Streams a CSV with a head; tells UTF-8 from Windows-1252 and `;` from `,`. `name` is what messages
 * call it. @throws {UnreadableExport}
 */
export async function readCsv(
  path: string,
  name: string,
  { digest = createHash('sha256'), onRead = () => {}, check = () => {} }: Watch = {},
): Promise<CsvFile> {
  const encoding = await csvEncoding(path, name)
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    digest.update(chunk)
    onRead(chunk.length)
  })
  const text = decoded(readable(file, name), encoding)
  const { value: start = '' } = await text.next()
  const delimiter = delimiterOf(start)
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
  })
  // Unlike `pipe`, it ends the parser when the file fails, and closes the file when the parser does.
  const records = pipeline(Readable.from(chained(start, text)), parser, () => {})
  return { delimiter, rows: rowsOf(records, { name, check }) }
}

async function* decoded(
  file: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* chained(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** No column is named with either. */
function delimiterOf(start: string): Delimiter {
  const [head = ''] = start.split('\n', 1)
  return head.includes(';') ? ';' : ','
}

async function* rowsOf(
  records: AsyncIterable<{ record: string[]; info: Info }>,
  { name, check }: { name: string; check: (columns: string[]) => void },
): AsyncGenerator<CsvRow> {
  let columns: string[] | null = null
  try {
    for await (const { record, info } of records) {
      if (columns === null) {
        columns = readHead(record, name)
        check(columns)
        continue
      }
      const line = info.lines - newlinesIn(record)
      yield { line, cells: cellsOf(columns, record, `${name}, línea ${line}`) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableExport(describe(error, name))
    throw error
  }
  if (columns === null) throw new UnreadableExport(`${name} está vacío: le falta la cabecera.`)
}

function readHead(record: string[], name: string): string[] {
  const columns = record.map(columnName)
  requireFewColumns(columns, name)
  const repeated = firstRepeated(columns.filter((column) => column !== ''))
  if (repeated !== null) {
    throw new UnreadableExport(`En ${name} la columna «${shown(repeated)}» está repetida.`)
  }
  return columns
}

/** @throws {UnreadableExport} */
export function requireFewColumns(columns: string[], place: string): void {
  const named = columns.filter((column) => column !== '').length
  if (named > MAX_COLUMNS) {
    throw new UnreadableExport(`En ${place} hay más de ${MAX_COLUMNS} columnas con nombre.`)
  }
}

export function firstRepeated(names: string[]): string | null {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return null
}

/** A spreadsheet may write empty columns without a name; a value in one belongs to no field. */
function cellsOf(columns: string[], record: string[], where: string): Record<string, string> {
  const cells: Record<string, string> = {}
  columns.forEach((column, index) => {
    const cell = record[index] ?? ''
    if (column !== '') cells[column] = cell
    else if (cell.trim() !== '') {
      throw new UnreadableExport(`${where}: la columna ${index + 1} tiene datos y no tiene nombre.`)
    }
  })
  return cells
}

function newlinesIn(record: string[]): number {
  let count = 0
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1
  }
  return count
}

function describe({ code, lines }: CsvError & { lines?: unknown }, name: string): string {
  const where = `${name}, línea ${lines}`
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `${where}: la fila no tiene tantas celdas como la cabecera.`
    case 'CSV_QUOTE_NOT_CLOSED':
      // Where the cell begins is not known: the rest of the file is in it.
      return `${name}: faltan las comillas que cierran una celda.`
    default:
      return `${where}: no es CSV (${code}).`
  }
}

type CsvEncoding = 'utf-8' | 'windows-1252'

/**
 * UTF-8 if the whole file is valid UTF-8, which text in Windows-1252 with an accent never is by chance;
 * otherwise Windows-1252, in which every byte means something. @throws {UnreadableExport} for UTF-16
 */
async function csvEncoding(path: string, name: string): Promise<CsvEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of readable(createReadStream(path), name)) {
      if (isFirst) refuseUtf16(chunk, name)
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The bytes of a file; a failure of the disk is a sentence too. @throws {UnreadableExport} */
async function* readable(file: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw new UnreadableExport(`No se puede leer ${name}: el disco o la red no lo entregan.`, {
      cause: error,
    })
  }
}

function refuseUtf16([first, second]: Buffer, name: string): void {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) {
    throw new UnreadableExport(`${name} está en UTF-16: guárdelo como CSV en UTF-8 o Windows-1252.`)
  }
}

export type Delimiter = ',' | ';'

const WHOLE = /^-?\d+$/
const COMMA = /^-?\d+,\d+$/
const DOT = /^-?\d+\.\d+$/
const GROUPS_AND_COMMA = /^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/
const SEVERAL_GROUPS = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/
/** A thousand, or one and three decimals. */
const ONE_GROUP = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number of a CSV as decimal text with a dot. A file with `;` has decimal commas and one with `,`
 * decimal dots, but both may have either where only one reading is possible: '1.234,5', '1.798.300'.
 * Null where two are: '1.798' in a file with `;`. What is no number at all is returned as it is.
 */
export function plainNumber(text: string, delimiter: Delimiter): string | null {
  const trimmed = text.trim()
  if (WHOLE.test(trimmed)) return trimmed
  const foreign = delimiter === ';' ? DOT : COMMA
  if (foreign.test(trimmed) && ONE_GROUP.test(trimmed)) return null
  if (COMMA.test(trimmed)) return trimmed.replace(',', '.')
  if (GROUPS_AND_COMMA.test(trimmed)) return trimmed.replaceAll('.', '').replace(',', '.')
  if (SEVERAL_GROUPS.test(trimmed)) return trimmed.replaceAll('.', '')
  return text
}
