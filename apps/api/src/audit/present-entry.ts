import type { WireAuditEntry } from '@carpeta/contract/audit'
import { accessSentence } from '@carpeta/domain/personal-data/access-labels'
import type { AccessRow, AuditRow } from './audit-store.ts'

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
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: row.address,
    request_id: row.requestId,
  }
}

/** A deleted account still has its id. */
function person(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}

/** An access as the affected person reads it. */
export function presentAccess(row: AccessRow) {
  const { at, who, reason } = row
  return { at, who, action: accessSentence(row), reason }
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
