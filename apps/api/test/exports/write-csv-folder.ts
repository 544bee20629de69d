import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { decodeSingleByte } from '../../src/files/text-encoding.ts'
import type { Sale } from '../imports.ts'

export interface CsvForm {
  delimiter: ',' | ';' | '\t'
  decimal: ',' | '.'
  encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'windows-1252' | 'cp850' | 'macintosh'
  newline: '\n' | '\r\n' | '\r'
}

type Row = Record<string, unknown>

/** Writes sales as the CSV folder of an export, its rows in no order. */
export function writeCsvFolder(
  folder: string,
  sales: Sale[],
  form: CsvForm,
  header: object = {},
): string {
  mkdirSync(folder, { recursive: true })
  const head = { corte: '2026-11-20T06:00:00-03:00', ventas: sales.length, ...header }
  writeFileSync(join(folder, 'corte.json'), JSON.stringify(head))
  for (const [part, rows] of Object.entries(exportTables(sales))) {
    writePart(folder, part, interleaved(rows), form)
  }
  return folder
}

/** The rows of each part. */
export function exportTables(sales: Sale[]): Record<string, Row[]> {
  return {
    ventas: sales.map(({ code, venta }) => ({ code, ...venta })),
    cuotas: sales.flatMap(({ code, estado_de_pago: paid }) =>
      paid['Cuotas mensuales'].cuotas.map((row: Row) => ({ code, ...row })),
    ),
    pagos: sales.flatMap(({ code, pagos }) => pagos.map((row: Row) => ({ code, ...row }))),
    compromisos: sales.flatMap(({ code, compromiso }) =>
      Object.entries<Row>(compromiso).map(([tipo, row]) => ({ code, tipo, ...row })),
    ),
    seguimiento: sales.flatMap(({ code, seguimiento }) =>
      seguimiento ? [{ code, ...seguimiento }] : [],
    ),
  }
}

/** Rows of one sale keep their order, but no longer stand together. */
function interleaved(rows: Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ code }) => code)
  const longest = Math.max(0, ...[...groups.values()].map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    [...groups.values()].toReversed().flatMap((group) => group.slice(index, index + 1)),
  ).flat()
}

function writePart(folder: string, part: string, rows: Row[], form: CsvForm): void {
  const columns = [...new Set(['code', ...rows.flatMap((row) => Object.keys(row))])]
  const text = stringify(rows, {
    header: true,
    columns,
    delimiter: form.delimiter,
    record_delimiter: form.newline,
    cast: {
      number: (value) => String(value).replace('.', form.decimal),
      object: (value) => (Array.isArray(value) ? value.join(',') : String(value)),
    },
  })
  writeFileSync(join(folder, `${part}.csv`), encoded(text, form.encoding))
}

/** The text in the bytes of an encoding, by the table that reads them. */
export function encoded(text: string, encoding: CsvForm['encoding']): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, encoding)
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') {
    return Buffer.from(`${encoding === 'utf-8-bom' ? '\uFEFF' : ''}${text}`)
  }
  const every = decodeSingleByte(Buffer.from(Array.from({ length: 256 }, (_, at) => at)), encoding)
  return Buffer.from(Array.from(text, (character) => every.indexOf(character)))
}
