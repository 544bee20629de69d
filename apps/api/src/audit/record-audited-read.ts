import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { recordAuditEvent } from './record-audit-event.ts'

/** Somebody of the cooperative saw a member's data, each time anew; what is one's own is no news. */
export async function recordAuditedRead(
  db: Database | Transaction,
  actor: AuditActor,
  object: NonNullable<AuditEvent['object']>,
  memberId: number,
): Promise<void> {
  if (actor.id === memberId) return
  await recordAuditEvent(db, actor, { action: 'member.read', object, subjectId: memberId })
}

/** A page of a list with data of several, by whom it held; an empty one shows nobody's. */
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
