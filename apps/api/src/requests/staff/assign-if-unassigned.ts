import type { Transaction } from '../../db/client.ts'
import type { RequestActor } from '../lifecycle/change-request.ts'
import type { LockedRequest, RequestChange } from '../lifecycle/request-actions-store.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { findAssignee } from './answering-staff-store.ts'

/** What is on nobody's desk comes onto that of whoever works on it. @returns what this changes */
export async function assignIfUnassigned(
  tx: Transaction,
  services: RequestServices,
  request: LockedRequest,
  actor: RequestActor,
): Promise<Pick<RequestChange, 'assigneeId'>> {
  if (request.assigneeId !== null) return {}
  const colleague = await findAssignee(tx, actor.id)
  if (!colleague) return {}
  const text = colleague.name
  const taken = { requestId: request.id, kind: 'assigned', actorId: actor.id, text } as const
  await recordEventAndNotify(tx, services, taken)
  return { assigneeId: colleague.id }
}
