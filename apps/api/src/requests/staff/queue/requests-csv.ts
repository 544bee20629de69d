import type { Readable } from 'node:stream'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { requestStateLabels } from '@carpeta/domain/requests/request-states'
import { type CsvCell, csvNumber, csvStream } from '../../../csv/csv-writer.ts'
import type { Database } from '../../../db/client.ts'
import { listRowsOf, type WorkbenchRow } from '../workbench-store.ts'

const header = [
  'Nº',
  'Trámite',
  'Estado',
  'Socio',
  'Rut',
  'Proyecto',
  'Venta',
  'Encargado',
  'Enviada',
  'Plazo',
  'Atrasada',
  'Respondió',
  'Cerrada',
]

const BATCH = 500

/** Streams the requests with these ids, in their order. */
export function requestsCsv(db: Database, ids: number[]): Readable {
  return csvStream(rows(db, ids))
}

async function* rows(db: Database, ids: number[]): AsyncGenerator<CsvCell[]> {
  yield header
  for (let from = 0; from < ids.length; from += BATCH) {
    yield* (await listRowsOf(db, ids.slice(from, from + BATCH))).map(rowOf)
  }
}

function rowOf(row: WorkbenchRow): CsvCell[] {
  const { sentAt, dueAt, closedAt } = row
  return [
    csvNumber(String(row.id)),
    row.procedureTitle,
    requestStateLabels[row.state],
    row.memberName,
    formatRut(row.memberRut ?? ''),
    row.project,
    row.saleCode,
    row.assigneeName ?? '',
    dateTimeInSantiago(sentAt),
    dueAt ? dateTimeInSantiago(dueAt) : '',
    row.isOverdue ? 'Sí' : '',
    row.hasReply ? 'Sí' : '',
    closedAt ? dateTimeInSantiago(closedAt) : '',
  ]
}
