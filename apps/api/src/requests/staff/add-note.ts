import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { lockSent } from '../lifecycle/lock-request.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'

/** Adds an internal note. The request keeps its version, so a note conflicts with no change. */
export async function addNote(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, text: note }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(note, requestMessages.noteRequired)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockSent(tx, caller, requestId)
    await recordEventAndNotify(tx, services, request, { kind: 'note', actorId: caller.id, text })
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id: requestId },
      subjectId: request.userId,
      after: { event: 'note' },
    })
  })
}
