import { canReopen, requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { requestDueAt } from './due-at.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from './lock-request.ts'

/** Reopens a closed request. Its history keeps the answer. */
export async function reopenRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    requireAllowedAction('reopen', request)
    if (!canReopen(request.state, request.closedAt, request.now)) {
      throw new Refused(requestMessages.tooLateToReopen, 409)
    }
    if (request.isMemberErased) throw new Refused(requestMessages.memberErased, 409)
    const dueAt = await requestDueAt(tx, request.now, request)
    await changeRequest(tx, services, request, caller, {
      change: { state: requestActions.reopen.to, answer: '', dueAt, closedAt: null },
      kind: 'reopened',
      text: input.text.trim(),
    })
  })
}
