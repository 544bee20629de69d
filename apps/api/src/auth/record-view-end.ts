import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Transaction } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'

/** The member reads until when somebody looked, as he reads since when. */
export async function recordViewEnd(
  tx: Transaction,
  actor: Actor,
  memberId: number,
): Promise<void> {
  const object = { type: 'user', id: memberId }
  const viewer = { ...actor, onBehalfOfId: null }
  await recordAuditEvent(tx, viewer, { action: 'member.view_ended', object, subjectId: memberId })
}
