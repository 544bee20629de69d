import type { Readable } from 'node:stream'
import type { WireAuditEntry } from '@carpeta/contract/audit'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import {
  auditObjectName,
  type FactNames,
  factName,
  formatFact,
  type NamesById,
} from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { accessSentence, readerRole } from '@carpeta/domain/personal-data/access-labels'
import { folioMark } from '@carpeta/domain/sales/printed-content'
import type { Database } from '../db/client.ts'
import { type CsvCell, csvNumber, csvStream } from '../files/csv-writer.ts'
import {
  type AccessRow,
  type AuditFilter,
  type AuditRow,
  entriesBefore,
  listUserNames,
} from './audit-store.ts'

export function presentEntry(row: AuditRow): WireAuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: person(row.actorId, row.actorName),
    on_behalf_of: person(row.onBehalfOfId, row.onBehalfOfName),
    action: row.action,
    object_type: row.objectType,
    object_id: row.objectId,
    subject: person(row.subjectId, row.subjectName),
    before: readable(row.before),
    after: readable(row.after),
    reason: row.reason,
    address: row.address,
    request_id: row.requestId,
  }
}

/** Entries of earlier releases have whole folios, by which anybody reads the figures of a paper. */
function readable(facts: Record<string, unknown>): Record<string, unknown> {
  const { folio } = facts
  return typeof folio === 'string' ? { ...facts, folio: folioMark(folio) } : facts
}

/** A deleted account still has its id. */
function person(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}

/** An access as the affected person reads it. */
export function presentAccess(row: AccessRow) {
  const { at, who, reason } = row
  return { at, who, role: roleOf(row), action: accessSentence(row), reason }
}

/** Where the person works today, or what another member who reads the purchase is to its holder. */
function roleOf({ groups, isSuperuser, accessKind }: AccessRow): string {
  if (groups !== '') return groups
  return isSuperuser ? 'Administración del portal' : readerRole(accessKind)
}

/** The users that entries refer to by id, besides actor and subject. */
export function usersIn(entries: AuditRow[]): number[] {
  const ids = entries.flatMap(({ objectType, objectId, before, after }) => [
    before.assignee_id,
    after.assignee_id,
    ...(objectType === 'user'
      ? [objectId || null, ...listOf(before.ids), ...listOf(after.ids)]
      : []),
  ])
  return [...new Set(ids.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

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
  'Código de ayuda',
]

/**
 * Streams every entry that matches the filter, newest first.
 * @param guard each batch as the reader may see it; breaks off when the reader has logged out meanwhile
 */
export function auditLogCsv(
  db: Database,
  filter: AuditFilter,
  guard: (entries: AuditRow[]) => Promise<AuditRow[]>,
): Readable {
  return csvStream(rows(db, filter, guard))
}

async function* rows(
  db: Database,
  filter: AuditFilter,
  guard: (entries: AuditRow[]) => Promise<AuditRow[]>,
): AsyncGenerator<CsvCell[]> {
  yield header
  let found = await entriesBefore(db, filter, null)
  while (found.length > 0) {
    const entries = await guard(found)
    const users = await listUserNames(db, usersIn(entries))
    const names = new Map(users.map(({ id, name }) => [id, name]))
    yield* entries.map((entry) => rowOf(entry, names))
    found = await entriesBefore(db, filter, found.at(-1)?.id ?? null)
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
  return Object.entries(readable(values))
    .map(([name, value]) => `${factName(name)}: ${formatFact(name, value, names)}`)
    .join('; ')
}
