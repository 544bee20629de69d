import { pipeline, Readable } from 'node:stream'
import { type Options, stringify as stringifier } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'

/** A text, or a number of `csvNumber`. */
export type CsvCell = string | { number: string }

/** '$ 1.234.567', '-1.234,50' and '12,5 %' as a spreadsheet reads numbers: 1234567, -1234,50 and 12,5. */
export function csvNumber(formatted: string): CsvCell {
  return { number: formatted.replace(/[^-\d,]/g, '') }
}

/**
 * Where a spreadsheet may run a formula, full-width characters too: at the beginning, and after what another country's
 * settings take for the end of a cell.
 */
const FORMULA = /(^|[,;\t]\s*)(?=[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20])/g

/** What Excel opens in columns with Chile's settings: semicolons, decimal comma, byte order mark. */
const options: Options = {
  bom: true,
  delimiter: ';',
  record_delimiter: 'windows',
  // A single CR or LF would otherwise end the record.
  quoted_match: /[\r\n]/,
}

export function csvText(rows: CsvCell[][]): string {
  return stringify(rows.map(textsOf), options)
}

/** Streams the rows. A failure of `rows` destroys the stream: a partial file must not look complete. */
export function csvStream(rows: AsyncIterable<CsvCell[]>): Readable {
  const csv = stringifier(options)
  pipeline(Readable.from(cellsOf(rows)), csv, () => {})
  return csv
}

const BATCH = 500

/**
 * Streams the rows with these ids, in their order, read in batches while it is sent.
 * @param rowsOf of one batch; throws when the caller may read no further
 */
export function csvOfIds(
  header: CsvCell[],
  ids: number[],
  rowsOf: (ids: number[]) => Promise<CsvCell[][]>,
): Readable {
  async function* rows() {
    yield header
    for (let from = 0; from < ids.length; from += BATCH) {
      yield* await rowsOf(ids.slice(from, from + BATCH))
    }
  }
  return csvStream(rows())
}

async function* cellsOf(rows: AsyncIterable<CsvCell[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield textsOf(row)
}

function textsOf(row: CsvCell[]): string[] {
  return row.map((cell) => (typeof cell === 'string' ? withoutFormula(cell) : cell.number))
}

/** A text only: the minus of a number is no formula. */
function withoutFormula(text: string): string {
  return text.replace(FORMULA, "$1'")
}
