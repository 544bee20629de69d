import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
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
  await services.db.transaction(async (tx) => {
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
