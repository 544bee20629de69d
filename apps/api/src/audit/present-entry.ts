import type { WireAuditEntry } from '@carpeta/contract/audit/audit-schemas'
import type { AuditRow } from './audit-store.ts'

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
