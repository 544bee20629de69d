import { dateOrNull, instantInSantiago } from '@carpeta/domain/dates/dates'
import { UnreadableExport } from '../sources/export-source.ts'
import { queryFile } from './query-folder.ts'
import type { Row } from './snapshot.ts'

export interface Cutoff {
  cutoff: Date
  /** How many sales the query announces; null when it does not. */
  announced: number | null
}

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?$/

const file = queryFile('corte')

/** Reads the row of `corte.sql`: `corte`, and `ventas` if it has one. @throws {UnreadableExport} */
export async function readCutoff(rows: AsyncIterable<Row>): Promise<Cutoff> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  const [row, ...others] = found
  if (!row || others.length > 0) {
    throw new UnreadableExport(
      `La consulta ${file} debe devolver una fila; devuelve ${found.length}.`,
    )
  }
  const cutoff = instantOf(row.corte ?? '')
  if (!cutoff) {
    throw new UnreadableExport(
      `La consulta ${file} debe devolver una columna «corte» con fecha y hora, y no «${row.corte ?? ''}».`,
    )
  }
  const { ventas = null } = row
  if (ventas !== null && !/^\d{1,9}$/.test(ventas)) {
    throw new UnreadableExport(`La consulta ${file} devuelve «${ventas}» ventas.`)
  }
  return { cutoff, announced: ventas === null ? null : Number(ventas) }
}

/** A time without a zone is Chile's. */
function instantOf(text: string): Date | null {
  if (WITH_ZONE.test(text)) {
    const instant = new Date(text.replace(' ', 'T'))
    return Number.isNaN(instant.getTime()) ? null : instant
  }
  const [, day, time = '', seconds = '0'] = LOCAL.exec(text) ?? []
  const date = dateOrNull(day)
  if (!date || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  return new Date(instantInSantiago(date, time).getTime() + Number(seconds) * 1000)
}
