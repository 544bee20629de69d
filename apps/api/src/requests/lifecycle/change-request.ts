import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import { changedFacts } from '../../audit/changed-facts.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { type LockedRequest, type RequestChange, saveChange } from './request-actions-store.ts'

export interface RequestNews {
  change: RequestChange
  kind: WireRequestEvent['kind']
  /** What was written with it. */
  text: string
}

/** Writes what an act changes with all that tells of it: history, letters and the trail. */
export async function changeRequest(
  tx: Transaction,
  services: RequestServices,
  request: LockedRequest,
  caller: SignedInCaller,
  { change, kind, text }: RequestNews,
): Promise<void> {
  await saveChange(tx, request.id, change)
  await recordEventAndNotify(tx, services, {
    requestId: request.id,
    kind,
    actorId: caller.id,
    text,
  })
  const { before, after } = changedFacts(
    standing(request),
    standing({ ...request, ...change, version: request.version + 1 }),
  )
  await recordAuditEvent(tx, caller, {
    action: 'request.changed',
    object: { type: 'request', id: request.id },
    subjectId: request.userId,
    before,
    after: { ...after, event: kind },
  })
}

/** Where a request stands; what was written with an act is in its own history. */
function standing({
  state,
  version,
  assigneeId,
}: Pick<LockedRequest, 'state' | 'version' | 'assigneeId'>) {
  return { state, version, assignee_id: assigneeId }
}
