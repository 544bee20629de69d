import {
  canComment,
  canRate,
  canRespond,
  requestActions,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { countDone, type RateLimits } from '../throttle/rate-limits.ts'
import { findRating, saveRating } from './answers-store.ts'
import { detachUnpublishedFiles } from './attachments-store.ts'
import {
  changeRequest,
  lockForWriter,
  lockOwn,
  type RequestServices,
  recordRequestChanged,
  requireAllowedAction,
  requireText,
} from './change-request.ts'
import { requestDueAt } from './deadlines.ts'
import { isLastEvent } from './requests-store.ts'

/**
 * The member, also a former holder of the sale, cancels a request that staff are not reviewing. Files that wait in its
 * answer are removed: nobody sees or removes them any more.
 */
export async function cancelRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockOwn(tx, caller, requestId)
    requireAllowedAction('cancel', request)
    await queueRemoval(tx, await detachUnpublishedFiles(tx, requestId))
    const state = requestActions.cancel.to
    await changeRequest(tx, services, request, caller, {
      change: { state, dueAt: null, closedAt: request.now },
      kind: state,
      text: '',
    })
  })
}

/** The member adds something unasked. The state and the deadline stay. The same one again changes nothing. */
export async function commentOnRequest(
  services: RequestServices & { limits: RateLimits },
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.commentRequired)
  await services.limits.requestComments.consume(String(caller.id))
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForWriter(tx, caller, requestId)
    if (!canComment(request.state)) throw new Refused(requestMessages.impossible, 409)
    if (await isLastEvent(tx, { requestId, kind: 'commented', actorId: caller.id, text })) return
    await changeRequest(tx, services, request, caller, { change: {}, kind: 'commented', text })
  })
}

/**
 * The member replies to an answer, and staff review the request again by a new deadline. Its history keeps
 * the answer.
 * @throws {NotFound} · {Refused} 409 later than `RESPOND_DAYS` after the answer
 */
export async function respondToAnswer(
  services: RequestServices & { limits: RateLimits },
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.respondRequired)
  await services.limits.requestComments.consume(String(caller.id))
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForWriter(tx, caller, requestId)
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

/**
 * The member says whether the answer helped, and may change it. The request keeps its version, so that no
 * action of staff is refused.
 */
export async function rateAnswer(
  { db, limits }: Pick<RequestServices, 'db'> & { limits: RateLimits },
  caller: SignedInCaller,
  { requestId, helped }: { requestId: number; helped: boolean },
): Promise<void> {
  const rate = async (tx: Transaction, caller: SignedInCaller) => {
    const request = await lockOwn(tx, caller, requestId)
    const answer = canRate(request.state) ? await findRating(tx, requestId) : null
    if (!answer) throw new Refused(requestMessages.impossible, 409)
    if (answer.helped === helped) return null
    await saveRating(tx, answer.eventId, helped)
    await recordRequestChanged(tx, caller, request, {
      action: 'request.rated',
      ...(answer.helped === null ? {} : { before: { helped: answer.helped } }),
      after: { helped },
    })
    return answer
  }
  await countDone(limits.ratings, caller.id, () => callerTransaction(db, caller, rate))
}
