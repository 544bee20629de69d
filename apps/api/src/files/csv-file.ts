import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { decoderOf, encodingOf, type TextEncoding } from './text-encoding.ts'
import { columnName, shown, UnreadableExport } from './unreadable-export.ts'

/** A quoted cell without its end must not fill the memory. */
const MAX_RECORD = 1024 * 1024
/** Several times the fields of a sale. Columns without a name do not count: Excel writes thousands. */
const MAX_COLUMNS = 500

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
 * Streams a CSV with a head; the content tells encoding, separator and line ends. `name` is what messages
 * call it. @throws {UnreadableExport}
 */
export async function readCsv(
  path: string,
  name: string,
  { digest = createHash('sha256'), onRead = () => {}, check = () => {} }: Watch = {},
): Promise<CsvFile> {
  const encoding = await encodingOf(() => readable(createReadStream(path), name))
  if (encoding === null) {
    throw new UnreadableExport(
      `No se sabe en qué codificación están las tildes y eñes de ${name}: ${SAVE_AS_UTF8}`,
    )
  }
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    digest.update(chunk)
    onRead(chunk.length)
  })
  const text = decoded(readable(file, name), encoding)
  const { value: start = '' } = await text.next()
  const { delimiter, firstLine, table } = formOf(start, name)
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: hasOldLineEnds(start) ? ['\r'] : ['\r\n', '\n'],
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
  })
  // Unlike `pipe`, it ends the parser when the file fails, and closes the file when the parser does.
  const records = pipeline(Readable.from(chained(table, text)), parser, () => {})
  return { delimiter, rows: rowsOf(records, { name, check, delimiter, firstLine }) }
}

const SAVE_AS_UTF8 = 'guárdalo como «CSV UTF-8».'

async function* decoded(
  file: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding)
  for await (const chunk of file) yield decode(chunk)
  yield decode()
}

async function* chained(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const delimiters: readonly Delimiter[] = [';', '\t', ',']

interface CsvForm {
  delimiter: Delimiter
  /** The line of the head. */
  firstLine: number
  /** The text from the head on. */
  table: string
}

/** Excel may say the separator in a line above the head, `sep=;`; otherwise no column is named with one. */
function formOf(start: string, name: string): CsvForm {
  const [line, stated] = /^"?sep=(.?)"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(start) ?? []
  if (line === undefined) {
    const [head = ''] = start.split(/[\r\n]/, 1)
    const delimiter = delimiters.find((each) => head.includes(each)) ?? ','
    return { delimiter, firstLine: 1, table: start }
  }
  const delimiter = delimiters.find((each) => each === stated)
  if (delimiter === undefined) {
    throw new UnreadableExport(`${name} separa sus columnas con «${stated}»: debe ser con «;».`)
  }
  return { delimiter, firstLine: 2, table: start.slice(line.length) }
}

/** Old programs of the Mac end a line with a carriage return alone. */
function hasOldLineEnds(start: string): boolean {
  const [end] = /\r(?!\r?\n)|\n/.exec(start) ?? []
  return end === '\r'
}

async function* rowsOf(
  records: AsyncIterable<{ record: string[]; info: Info }>,
  table: {
    name: string
    check: (columns: string[]) => void
    delimiter: Delimiter
    firstLine: number
  },
): AsyncGenerator<CsvRow> {
  const { name, check, delimiter, firstLine } = table
  let columns: string[] | null = null
  // The parser counts a line end of two characters within a cell twice.
  let countedTwice = 0
  let next = firstLine
  try {
    for await (const { record, info } of records) {
      const ends = lineEndsIn(record)
      const last = info.lines + firstLine - 1 - countedTwice
      const line = last - ends.characters
      countedTwice += ends.pairs
      next = last - ends.pairs + 1
      if (columns === null) {
        columns = readHead(record, name)
        check(columns)
        continue
      }
      const where = `${name}, línea ${line}`
      if (ends.characters > 0) refuseJoinedRows(record, where, delimiter)
      yield { line, cells: cellsOf(columns, record, where) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableExport(describe(error, name, next))
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

function lineEndsIn(record: string[]): { characters: number; pairs: number } {
  const ends = { characters: 0, pairs: 0 }
  for (const cell of record) {
    if (!/[\r\n]/.test(cell)) continue
    ends.characters += cell.match(/[\r\n]/g)?.length ?? 0
    ends.pairs += cell.match(/\r\n/g)?.length ?? 0
  }
  return ends
}

/**
 * A quote that nothing closes takes the rows up to the next one into its cell. With as many separators as those
 * rows have, the result would pass for one row. @throws {UnreadableExport}
 */
function refuseJoinedRows(record: string[], where: string, delimiter: Delimiter): void {
  const isJoined = record.some((cell) => {
    const lines = cell.split(/\r\n|\r|\n/).length - 1
    return lines > 0 && cell.split(delimiter).length - 1 === lines * (record.length - 1)
  })
  if (isJoined) throw new UnreadableExport(`${where}: ${UNCLOSED}`)
}

const UNCLOSED =
  'una celda empieza con comillas que no se cierran. Ciérralas, o quítalas si son parte del texto.'

/** @param next where the row begins that cannot be read */
function describe({ code }: CsvError, name: string, next: number): string {
  const where = `${name}, línea ${next}`
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `${where}: la fila no tiene tantas celdas como la cabecera. Revisa sus separadores y sus comillas.`
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${where}, o después: ${UNCLOSED}`
    case 'CSV_MAX_RECORD_SIZE':
      return `${where}, o después: una fila pesa más de 1 MB. Suelen faltar las comillas que cierran una celda.`
    default:
      return `${where}: no es una fila de CSV. Revisa sus separadores y sus comillas.`
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

export type Delimiter = ',' | ';' | '\t'

const WHOLE = /^-?\d+$/
const COMMA = /^-?\d+,\d+$/
const DOT = /^-?\d+\.\d+$/
const GROUPS_AND_COMMA = /^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/
const SEVERAL_GROUPS = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/
/** A thousand, or one and three decimals. */
const ONE_GROUP = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A number of a CSV as decimal text with a dot. A file with `;` has decimal commas and one with `,`
 * decimal dots, but all may have either where only one reading is possible: '1.234,5', '1.798.300'.
 * Null where two are: '1.798' in a file with `;` or tabs. What is no number at all is returned as it is.
 */
export function plainNumber(text: string, delimiter: Delimiter): string | null {
  const trimmed = text.trim()
  if (WHOLE.test(trimmed)) return trimmed
  const isForeign =
    (delimiter !== ',' && DOT.test(trimmed)) || (delimiter !== ';' && COMMA.test(trimmed))
  if (isForeign && ONE_GROUP.test(trimmed)) return null
  if (COMMA.test(trimmed)) return trimmed.replace(',', '.')
  if (GROUPS_AND_COMMA.test(trimmed)) return trimmed.replaceAll('.', '').replace(',', '.')
  if (SEVERAL_GROUPS.test(trimmed)) return trimmed.replaceAll('.', '')
  return text
}
