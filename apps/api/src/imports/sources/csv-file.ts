import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { type CsvEncoding, csvEncoding, readable } from './csv-encoding.ts'
import type { Delimiter } from './csv-number.ts'
import { UnreadableExport } from './export-source.ts'

/** A quoted cell without its end must not fill the memory. */
const MAX_RECORD = 1024 * 1024

export interface CsvRow {
  /** 1-based, where the row begins. */
  line: number
  cells: Record<string, string>
}

export interface CsvFile {
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
  const columns = record.map((column) => column.trim())
  const repeated = columns.find(
    (column, index) => column !== '' && columns.indexOf(column) !== index,
  )
  if (repeated !== undefined) {
    throw new UnreadableExport(`En ${name} la columna «${repeated}» está repetida.`)
  }
  return columns
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
  return record.reduce(
    (sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0),
    0,
  )
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
