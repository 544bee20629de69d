import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { ReportedReject } from '../../imports/staging/staging-store.ts'
import { UsageError } from '../usage-error.ts'

const columns = [
  { key: 'file', header: 'Archivo' },
  { key: 'line', header: 'Línea' },
  { key: 'saleCode', header: 'Venta' },
  { key: 'field', header: 'Campo' },
  { key: 'value', header: 'Valor' },
  { key: 'reason', header: 'Motivo' },
]

/** Every broken rule as a CSV that Excel opens in Chile. @throws {UsageError} */
export async function writeRejects(
  path: string,
  rejects: AsyncIterable<ReportedReject>,
): Promise<void> {
  const csv = stringify({ columns, header: true, delimiter: ';', bom: true, escape_formulas: true })
  try {
    await pipeline(Readable.from(rejects), csv, createWriteStream(path))
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new UsageError(`No se puede escribir ${path}; no se cargó nada.`)
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
