import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { type CsvEncoding, csvEncoding } from './csv-encoding.ts'
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
  digest: Hash
  onRead: (bytes: number) => void
}

/**
 * Streams a CSV with a head; tells UTF-8 from Windows-1252 and `;` from `,`. `name` is what messages
 * call it. @throws {UnreadableExport}
 */
export async function readCsv(
  path: string,
  name: string,
  { digest, onRead }: Watch = { digest: createHash('sha256'), onRead: () => {} },
): Promise<CsvFile> {
  const encoding = await csvEncoding(path, name)
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    digest.update(chunk)
    onRead(chunk.length)
  })
  const text = decoded(file, encoding)
  const { value: start = '' } = await text.next()
  const delimiter = delimiterOf(start)
  const records = Readable.from(chained(start, text)).pipe(
    parse({
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_RECORD,
    }),
  )
  return { delimiter, rows: rowsOf(records, name) }
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
  name: string,
): AsyncGenerator<CsvRow> {
  let columns: string[] | null = null
  try {
    for await (const { record, info } of records) {
      if (columns === null) {
        columns = readHead(record, name)
        continue
      }
      const cells: Record<string, string> = {}
      columns.forEach((column, index) => {
        if (column !== '') cells[column] = record[index] ?? ''
      })
      yield { line: info.lines - newlinesIn(record), cells }
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
  if (!columns.includes('code')) {
    throw new UnreadableExport(`A ${name} le falta la columna «code».`)
  }
  return columns
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
