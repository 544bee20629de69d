import { type CsvCell, csvNumber, csvStream, csvText } from '../../csv/csv-writer.ts'
import type { ReportedReject } from '../staging/staging-store.ts'

const head = ['Archivo', 'Línea', 'Venta', 'Campo', 'Valor', 'Motivo']

function cellsOf({ file, line, saleCode, field, value, reason }: ReportedReject): CsvCell[] {
  return [file, csvNumber(String(line)), saleCode ?? '', field, value, reason]
}

/** Broken rules for accounting, as Chile's Excel opens them. */
export function rejectsCsv(rejects: ReportedReject[]): string {
  return csvText([head, ...rejects.map(cellsOf)])
}

/** The same of any number of them. */
export function rejectsCsvStream(rejects: AsyncIterable<ReportedReject>): NodeJS.ReadableStream {
  return csvStream(rows(rejects))
}

async function* rows(rejects: AsyncIterable<ReportedReject>): AsyncGenerator<CsvCell[]> {
  yield head
  for await (const reject of rejects) yield cellsOf(reject)
}
