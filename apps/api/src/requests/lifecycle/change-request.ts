import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import { changedFacts } from '../../audit/audit-event.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import {
  type RequestEvent,
  recordEventAndNotify,
} from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { discardSlotFiles } from '../slot-files/discard-slot-files.ts'
import { type LockedRequest, type RequestChange, saveChange } from './request-actions-store.ts'

const sendings: Partial<Record<RequestEvent['kind'], AuditAction>> = {
  sent: 'request.sent',
  filed: 'request.filed',
}

/** Writes a change with its history event, its emails and its audit event. */
export async function changeRequest(
  tx: Transaction,
  services: RequestServices,
  request: LockedRequest,
  caller: SignedInCaller,
  { change, ...event }: Omit<RequestEvent, 'actorId'> & { change: RequestChange },
): Promise<void> {
  await saveChange(tx, request.id, change)
  // Files are chosen for a draft and for a reply: what was not joined by then is not part of it.
  if (change.state && change.state !== 'missing') await discardSlotFiles(tx, request.id)
  const changed = { ...request, ...change, version: request.version + 1 }
  await recordEventAndNotify(tx, services, changed, { ...event, actorId: caller.id })
  const { before, after } = changedFacts(auditFacts(request), auditFacts(changed))
  const action = sendings[event.kind]
  await recordAuditEvent(tx, caller, {
    action: action ?? 'request.changed',
    object: { type: 'request', id: request.id },
    subjectId: request.userId,
    before,
    after: action ? after : { ...after, event: event.kind },
  })
}

/** Without texts: those are in the request's own history. */
function auditFacts({ state, version, assigneeId }: LockedRequest) {
  return { state, version, assignee_id: assigneeId }
}
