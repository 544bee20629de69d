import type { Database } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import { type AuditFilter, findOnePerson } from './audit-store.ts'
import { recordAuditEvent } from './record-audit-event.ts'

/**
 * Records reads and exports of the audit log, which contains personal data. Stores which filters were
 * used, not a typed name; a person found by it sees the access.
 */
export async function recordAuditLogRead(
  db: Database,
  actor: AuditActor,
  action: 'audit.read' | 'audit.exported',
  filter: AuditFilter,
): Promise<void> {
  const { action: searched, from, to, subjectId, ...persons } = filter
  const filters = Object.entries({ actor: persons.actor, subject: persons.subject ?? subjectId })
    .filter(([, text]) => text)
    .map(([name]) => name)
  await recordAuditEvent(db, actor, {
    action,
    subjectId: subjectId ?? (persons.subject ? await findOnePerson(db, persons.subject) : null),
    after: { action: searched, from, to, filters },
  })
}
