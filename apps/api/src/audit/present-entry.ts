import type { WireAuditEntry } from '@carpeta/contract/audit'
import type { AuditRow } from './audit-store.ts'

export function presentEntry(row: AuditRow): WireAuditEntry {
  return {
    id: Number(row.id),
    at: row.at,
    actor: person(row.actor_id, row.actor_name),
    on_behalf_of: person(row.on_behalf_of_id, row.on_behalf_of_name),
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    subject: person(row.subject_id, row.subject_name),
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: row.address,
    request_id: row.request_id,
  }
}

/** An account that is gone keeps its number. */
function person(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}
