import {
  canRespond,
  requestActions,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { requestDueAt } from '../lifecycle/due-at.ts'
import { lockForMember, requireAllowedAction } from '../lifecycle/lock-request.ts'
import { requireText } from '../require-text.ts'
import type { FollowUpServices } from './follow-up-services.ts'

/**
 * The member replies to an answer, and staff review the request again by a new deadline. Its history keeps
 * the answer.
 * @throws {NotFound} · {Refused} 409 later than `RESPOND_DAYS` after the answer
 */
export async function respondToAnswer(
  services: FollowUpServices,
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.respondRequired)
  await services.limits.requestComments.consume(String(caller.id))
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    requireAllowedAction('respond', request)
    if (!canRespond(request.state, request.closedAt, request.now)) {
      throw new Refused(requestMessages.tooLateToRespond, 409)
    }
    const dueAt = await requestDueAt(tx, request.now, request)
    await changeRequest(tx, services, request, caller, {
      change: { state: requestActions.respond.to, answer: '', dueAt, closedAt: null },
      kind: 'responded',
      text,
    })
  })
}
