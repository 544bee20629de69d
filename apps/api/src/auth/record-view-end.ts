import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'

/** Records the end of a view, so that the member can read how long it lasted. */
export async function recordViewEnd(tx: Transaction, caller: SignedInCaller): Promise<void> {
  const memberId = caller.user.id
  const object = { type: 'user', id: memberId }
  const viewer = { ...caller, onBehalfOfId: null }
  await recordAuditEvent(tx, viewer, { action: 'member.view_ended', object, subjectId: memberId })
}
