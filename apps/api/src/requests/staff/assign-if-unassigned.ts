import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { LockedRequest, RequestChange } from '../lifecycle/request-actions-store.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { findAssignee } from './answering-staff-store.ts'

/** What is on nobody's desk comes onto that of whoever works on it. @returns what this changes */
export async function assignIfUnassigned(
  tx: Transaction,
  services: RequestServices,
  request: LockedRequest,
  caller: SignedInCaller,
): Promise<Pick<RequestChange, 'assigneeId'>> {
  if (request.assigneeId !== null) return {}
  const colleague = await findAssignee(tx, caller.id)
  if (!colleague) return {}
  const text = colleague.name
  const taken = { requestId: request.id, kind: 'assigned', actorId: caller.id, text } as const
  await recordEventAndNotify(tx, services, taken)
  return { assigneeId: colleague.id }
}
