import type { Database } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import { type AuditFilter, findOnePerson } from './audit-store.ts'
import { recordAuditEvent } from './record-audit-event.ts'

/**
 * The trail holds members' names, addresses and log-ins: who looks at it, or takes it away, stands in it
 * too. Of what was typed to find a person only that it was; whoever it names reads it among the accesses.
 */
export async function recordAuditLogRead(
  db: Database,
  actor: AuditActor,
  action: 'audit.read' | 'audit.exported',
  filter: AuditFilter,
): Promise<void> {
  const { action: searched, from, to, actor: who, subject } = filter
  const filters = Object.entries({ actor: who, subject })
    .filter(([, text]) => text)
    .map(([name]) => name)
  await recordAuditEvent(db, actor, {
    action,
    subjectId: subject ? await findOnePerson(db, subject) : null,
    after: { action: searched, from, to, filters },
  })
}
