import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { recordAuditEvent } from './record-audit-event.ts'

/** Records every read of a member's data by staff, but no read of the reader's own data. */
export async function recordAuditedRead(
  db: Database | Transaction,
  actor: AuditActor,
  object: NonNullable<AuditEvent['object']>,
  memberId: number,
): Promise<void> {
  if (actor.id === memberId) return
  await recordAuditEvent(db, actor, { action: 'member.read', object, subjectId: memberId })
}

/** Records the ids on a page of a list; an empty page records nothing. */
export async function recordListRead(
  db: Database,
  actor: AuditActor,
  type: string,
  rows: { id: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await recordAuditEvent(db, actor, {
    action: 'member.listed',
    object: { type, id: '' },
    after: { ids },
  })
}
