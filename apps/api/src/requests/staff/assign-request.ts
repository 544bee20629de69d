import { isOpen, mayHandleRequest, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForStaff, type SeenRequest } from '../lifecycle/lock-request.ts'
import type { RequestServices } from '../request-services.ts'
import { findAssignee } from './answering-staff.ts'

/** Assigns an open request to a user, or to none (`null`). */
export async function assignRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { assigneeId, ...seen }: SeenRequest & { assigneeId: number | null },
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, seen)
    if (!isOpen(request.state)) throw new Refused(requestMessages.impossible, 409)
    const assignee = assigneeId === null ? null : await findAssignee(tx, assigneeId)
    if (assigneeId !== null && !assignee) throw new Refused(requestMessages.cannotAnswer)
    if (assignee && !mayHandleRequest(assignee.id, request.userId)) {
      throw new Refused(requestMessages.assignedToMember)
    }
    await changeRequest(tx, services, request, caller, {
      change: { assigneeId },
      kind: 'assigned',
      text: '',
    })
  })
}
