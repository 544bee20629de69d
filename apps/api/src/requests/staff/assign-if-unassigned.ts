import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { LockedRequest, RequestChange } from '../lifecycle/request-actions-store.ts'
import { insertEvent } from '../notifications/request-events-store.ts'
import { findAssignee } from './answering-staff.ts'

/** Assigns an unassigned request to the caller that works on it. @returns what this changes */
export async function assignIfUnassigned(
  tx: Transaction,
  request: LockedRequest,
  caller: SignedInCaller,
): Promise<Pick<RequestChange, 'assigneeId'>> {
  if (request.assigneeId !== null) return {}
  const colleague = await findAssignee(tx, caller.id)
  if (!colleague) return {}
  await insertEvent(tx, {
    requestId: request.id,
    kind: 'assigned',
    actorId: caller.id,
    text: '',
    assigneeId: colleague.id,
  })
  return { assigneeId: colleague.id }
}
