import type { AnswerOf } from '@carpeta/contract/endpoints'
import { missingDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import {
  canComment,
  canRate,
  canRespond,
  replyError,
  requestActions,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { countDone, type RateLimits } from '../throttle/rate-limits.ts'
import { findRating, saveRating } from './answers-store.ts'
import { countDocuments, countReplaced } from './attachments-store.ts'
import {
  changeRequest,
  lockForMember,
  lockOwn,
  type RequestServices,
  recordRequestChanged,
  requireAllowedAction,
  requireText,
} from './change-request.ts'
import { requestDueAt } from './deadlines.ts'
import { findDraftTarget, requireComment } from './drafts.ts'
import { deleteDuplicateDraft, lockDraftsOf } from './drafts-store.ts'
import { isLastEvent, type LockedRequest } from './requests-store.ts'

/**
 * Sends a draft to the cooperative. Sending it again returns the first answer and changes nothing.
 * @throws {NotFound} · {Refused} when something is missing
 */
export async function sendRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<AnswerOf<'POST /api/request/send/'>> {
  return callerTransaction(services.db, caller, async (tx, caller) => {
    // Locks the member's drafts so that a concurrent autosave cannot create a second one.
    await lockDraftsOf(tx, caller.user.id)
    const request = await lockOwn(tx, caller, requestId)
    const holderRut = caller.user.profile.social_security
    const sentAt = request.sentAt ?? (await sendDraft(tx, services, caller, { request, holderRut }))
    await deleteDuplicateDraft(tx, request)
    return { id: requestId, sent_at: sentAt.toISOString() }
  })
}

/** @returns when it was sent */
export async function sendDraft(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, holderRut }: { request: LockedRequest; holderRut: string },
): Promise<Date> {
  requireAllowedAction('send', request)
  await requireComplete(tx, holderRut, request)
  const sentAt = request.now
  const dueAt = await requestDueAt(tx, sentAt, request)
  await changeRequest(tx, services, request, caller, {
    change: { state: requestActions.send.to, isAutosaved: false, sentAt, dueAt },
    kind: request.filedBy === null ? 'sent' : 'filed',
    text: '',
  })
  return sentAt
}

/** A draft may be old, so the procedure and the sale are checked again. */
async function requireComplete(
  tx: Transaction,
  holderRut: string,
  request: LockedRequest,
): Promise<void> {
  const { procedureId: procedure_id, saleCode: sale_code } = request
  await findDraftTarget(tx, { id: request.userId, rut: holderRut }, { procedure_id, sale_code })
  const documentAmount = request.requiredDocuments.length
  requireComment(documentAmount, request.comment)
  const missing = documentAmount - (await countDocuments(tx, request.id))
  if (missing > 0) throw new Refused([missingDocumentsMessage(missing)])
}

/** The member, also a former holder of the sale, cancels a request that staff are not reviewing. */
export async function cancelRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockOwn(tx, caller, requestId)
    requireAllowedAction('cancel', request)
    const state = requestActions.cancel.to
    await changeRequest(tx, services, request, caller, {
      change: { state, dueAt: null, closedAt: request.now },
      kind: state,
      text: '',
    })
  })
}

/** The member replies to a question of staff, which starts a new deadline. */
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

/** The member adds something unasked. The state and the deadline stay. The same one again changes nothing. */
export async function commentOnRequest(
  services: RequestServices & { limits: RateLimits },
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.commentRequired)
  await services.limits.requestComments.consume(String(caller.id))
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
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
