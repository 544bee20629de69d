import { canComment, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { requireText } from '../require-text.ts'
import type { FollowUpServices } from './follow-up-services.ts'

/** The member adds something that nobody asked for. The state and the deadline stay. */
export async function commentOnRequest(
  services: FollowUpServices,
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.commentRequired)
  await services.limits.requestComments.consume(String(caller.id))
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    if (!canComment(request.state)) throw new Refused(requestMessages.impossible, 409)
    await changeRequest(tx, services, request, caller, { change: {}, kind: 'commented', text })
  })
}
