import { replyError, requestActions } from '@carpeta/domain/requests/request-states'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { dueAtOf } from './due-at.ts'
import { lockForMember, requireAllowedAction } from './lock-request.ts'
import { countReplaced } from './request-actions-store.ts'

/** The member hands in what was missing: it is the cooperative's turn again, with its whole time. */
export async function replyToRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, comment }: { requestId: number; comment: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await lockForMember(tx, caller, requestId)
    requireAllowedAction('reply', request)
    const broken = replyError(await countReplaced(tx, request.id), comment)
    if (broken) throw new Refused(broken)
    const dueAt = await dueAtOf(tx, request.now, request)
    await changeRequest(tx, services, request, caller, {
      change: { state: requestActions.reply.to, dueAt },
      kind: 'replied',
      text: comment.trim(),
    })
  })
}
