import type { Readable } from 'node:stream'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import {
  auditObjectName,
  type FactNames,
  factName,
  formatFact,
  type NamesById,
} from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type CsvCell, csvNumber, csvStream } from '../csv/csv-writer.ts'
import type { Database } from '../db/client.ts'
import { type AuditFilter, type AuditRow, entriesBefore, listUserNames } from './audit-store.ts'
import { usersIn } from './present-entry.ts'

const header = [
  'Nº',
  'Fecha y hora',
  'Quién',
  'Viendo como',
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

async function* matchingEntries(db: Database, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let entries = await entriesBefore(db, filter, null)
  while (entries.length > 0) {
    yield entries
    entries = await entriesBefore(db, filter, entries.at(-1)?.id ?? null)
  }
}

async function* rows(db: Database, filter: AuditFilter): AsyncGenerator<CsvCell[]> {
  yield header
  for await (const entries of matchingEntries(db, filter)) {
    const users = await listUserNames(db, usersIn(entries))
    const names = new Map(users.map(({ id, name }) => [id, name]))
    yield* entries.map((entry) => rowOf(entry, names))
  }
}

function rowOf(entry: AuditRow, users: NamesById): CsvCell[] {
  const isUser = entry.objectType === 'user'
  const names = { users, ...(isUser && { ids: users }) }
  const object = (isUser && users.get(Number(entry.objectId))) || entry.objectId
  return [
    csvNumber(String(entry.id)),
    dateTimeInSantiago(entry.at),
    entry.actorName ?? '',
    entry.onBehalfOfName ?? '',
    isAuditAction(entry.action) ? auditActions[entry.action] : entry.action,
    [auditObjectName(entry.objectType), object].filter(Boolean).join(' '),
    entry.subjectName ?? '',
    facts(entry.before, names),
    facts(entry.after, names),
    entry.reason,
    entry.address,
    entry.requestId,
  ]
}

function facts(values: Record<string, unknown>, names: FactNames): string {
  return Object.entries(values)
    .map(([name, value]) => `${factName(name)}: ${formatFact(name, value, names)}`)
    .join('; ')
}
