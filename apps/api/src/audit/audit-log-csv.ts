import type { Readable } from 'node:stream'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { auditObjectName, factName, formatFact } from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type CsvCell, csvNumber, csvStream } from '../csv/csv-writer.ts'
import type { Database } from '../db/client.ts'
import { type AuditFilter, type AuditRow, entriesBefore } from './audit-store.ts'

const header = [
  'Nº',
  'Fecha y hora',
  'Quién',
  'En nombre de',
  'Qué',
  'Objeto',
  'De quién',
  'Antes',
  'Después',
  'Motivo',
  'Dirección',
  'Llamada',
]

/** Streams every entry that matches the filter, newest first. */
export function auditLogCsv(db: Database, filter: AuditFilter): Readable {
  return csvStream(rows(db, filter))
}

async function* rows(db: Database, filter: AuditFilter): AsyncGenerator<CsvCell[]> {
  yield header
  let entries = await entriesBefore(db, filter, null)
  while (entries.length > 0) {
    yield* entries.map(rowOf)
    entries = await entriesBefore(db, filter, entries.at(-1)?.id ?? null)
  }
}

function rowOf(entry: AuditRow): CsvCell[] {
  return [
    csvNumber(String(entry.id)),
    dateTimeInSantiago(entry.at),
    entry.actorName ?? '',
    entry.onBehalfOfName ?? '',
    isAuditAction(entry.action) ? auditActions[entry.action] : entry.action,
    [auditObjectName(entry.objectType), entry.objectId].filter(Boolean).join(' '),
    entry.subjectName ?? '',
    facts(entry.before),
    facts(entry.after),
    entry.reason,
    entry.address,
    entry.requestId,
  ]
}

function facts(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => `${factName(name)}: ${formatFact(name, value)}`)
    .join('; ')
}
