import { replyError, requestActions } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { requestDueAt } from './due-at.ts'
import { lockForMember, requireAllowedAction } from './lock-request.ts'
import { countReplaced } from './request-actions-store.ts'

/** The member replies to what staff asked, which starts a new deadline. */
export async function replyToRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, comment }: { requestId: number; comment: string },
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    requireAllowedAction('reply', request)
    const error = replyError(await countReplaced(tx, request.id), comment)
    if (error) throw new Refused(error)
    const dueAt = await requestDueAt(tx, request.now, request)
    await changeRequest(tx, services, request, caller, {
      change: { state: requestActions.reply.to, dueAt },
      kind: 'replied',
      text: comment.trim(),
    })
  })
}
