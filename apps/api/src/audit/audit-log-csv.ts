import { pipeline, Readable } from 'node:stream'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { auditObjectName, factName, formatFact } from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { stringify } from 'csv-stringify'
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

/** Streams every entry that matches the filter, newest first: RFC 4180, for Excel. */
export function auditLogCsv(db: Database, filter: AuditFilter): Readable {
  const csv = stringify({
    bom: true,
    record_delimiter: 'windows',
    header: true,
    columns: header,
    escape_formulas: true,
    // csv-stringify alone would not quote a single CR or LF.
    quoted_match: /[\r\n]/,
  })
  // A failure aborts the answer, so that a partial log does not look complete.
  pipeline(Readable.from(cells(db, filter)), csv, () => {})
  return csv
}

async function* cells(db: Database, filter: AuditFilter): AsyncGenerator<string[]> {
  let entries = await entriesBefore(db, filter, null)
  while (entries.length > 0) {
    yield* entries.map(cellsOf)
    entries = await entriesBefore(db, filter, entries.at(-1)?.id ?? null)
  }
}

function cellsOf(entry: AuditRow): string[] {
  return [
    String(entry.id),
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
