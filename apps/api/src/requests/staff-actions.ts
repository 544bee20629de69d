import { notFoundMessage } from '@carpeta/domain/errors/error-messages'
import {
  canExtend,
  DATA_SUBJECT_ANSWER_DAYS,
  dataSubjectRequestMessages,
  endOfDayAfter,
} from '@carpeta/domain/personal-data/data-subject-requests'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import {
  canReopen,
  isActionAllowed,
  isOpen,
  mayHandleRequest,
  mergedAnswer,
  mergedDueAt,
  mergeError,
  requestActions,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { listBuyersAmong } from '../sales/sale-accesses-store.ts'
import { moveUnpublishedFiles, saveReview } from './attachments-store.ts'
import {
  assignIfUnassigned,
  changeRequest,
  findAssignee,
  isOfFormerHolder,
  lockForStaff,
  lockSent,
  type RequestServices,
  recordEventAndNotify,
  recordRequestChanged,
  requireAllowedAction,
  requireText,
  type SeenRequest,
} from './change-request.ts'
import { requestDueAt } from './deadlines.ts'
import { isLastEvent, type LockedRequest, salesOfRequest } from './requests-store.ts'

/** Starts the review; from then on the member can no longer cancel. */
export async function reviewRequest(
  services: RequestServices,
  caller: SignedInCaller,
  seen: SeenRequest,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, seen)
    requireAllowedAction('review', request)
    const assignment = await assignIfUnassigned(tx, request, caller)
    const change = { ...assignment, state: requestActions.review.to }
    await changeRequest(tx, services, request, caller, { change, kind: 'review', text: '' })
  })
}

/**
 * Accepts or rejects one of the member's documents, which begins the review. The request stays in
 * review, so that staff review all documents and then ask once.
 */
export async function reviewDocument(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { documentId: number; accepted: boolean; reason: string },
): Promise<void> {
  const { documentId, accepted } = input
  const reason = accepted ? '' : requireText(input.reason, requestMessages.reasonRequired)
  const review = accepted ? 'accepted' : 'rejected'
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    requireAllowedAction('ask', request)
    const title = await saveReview(tx, request.id, documentId, { review, reason })
    if (title === null) throw new NotFound()
    const isFirst = isActionAllowed('review', request.state)
    const change = isFirst
      ? { ...(await assignIfUnassigned(tx, request, caller)), state: requestActions.review.to }
      : {}
    const kind = `document_${review}` as const
    // The history keeps the reason, which the next review of the document overwrites.
    const text = reason === '' ? title : `${title}: ${reason}`
    await changeRequest(tx, services, request, caller, { change, kind, text })
  })
}

/** Asks the member for what is missing. Only a deadline set by law keeps running meanwhile. */
export async function askMember(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.questionRequired)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    requireAllowedAction('ask', request)
    if (isOfFormerHolder(request)) throw new Refused(requestMessages.cannotAsk, 409)
    const dueAt = request.answerDays === null ? null : request.dueAt
    const assignment = await assignIfUnassigned(tx, request, caller)
    const change = { ...assignment, state: requestActions.ask.to, dueAt }
    await changeRequest(tx, services, request, caller, { change, kind: 'asked', text })
  })
}

/** Extends the deadline of a data-subject request, once. The member gets the reason. */
export async function extendRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const text = requireText(input.text, dataSubjectRequestMessages.extensionReason)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    if (!canExtend(request) || !request.dueAt) {
      throw new Refused(dataSubjectRequestMessages.cannotExtend, 409)
    }
    const dueAt = endOfDayAfter(request.dueAt, DATA_SUBJECT_ANSWER_DAYS)
    const change = { dueAt, extendedAt: request.now }
    await changeRequest(tx, services, request, caller, { change, kind: 'extended', text })
  })
}

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

/**
 * Closes a request as a part of another open one of the same member, by the deadline of the older one
 * (docs/decisions/requests.md). Texts and documents stay where they are; files that wait in its answer wait in that of
 * the other one.
 * @throws {NotFound} · {Refused} 409 when they cannot be merged
 */
export async function mergeRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, version, into: intoId }: SeenRequest & { into: number },
): Promise<void> {
  if (requestId === intoId) throw new Refused(requestMessages.mergeSelf, 409)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const [request, into] = await lockBoth(tx, caller, requestId, intoId)
    if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
    const error = mergeError(request, into)
    if (error !== null) throw new Refused(error, 409)
    await moveUnpublishedFiles(tx, request.id, into.id)
    const answer = mergedAnswer(into.id)
    await changeRequest(tx, services, request, caller, {
      change: {
        state: 'cancelled',
        answer,
        dueAt: null,
        closedAt: request.now,
        mergedInto: into.id,
      },
      kind: 'merged',
      text: answer,
    })
    const assignment = await assignIfUnassigned(tx, into, caller)
    await changeRequest(tx, services, into, caller, {
      change: { ...assignment, dueAt: mergedDueAt(request, into) },
      kind: 'absorbed',
      text: `${requestNumber(request.id)}: ${request.procedureTitle}`,
    })
  })
}

/** In the order of their ids, so that two merges in opposite directions do not deadlock. */
async function lockBoth(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
  intoId: number,
): Promise<[LockedRequest, LockedRequest]> {
  if (requestId < intoId) {
    const request = await lockSent(tx, caller, requestId)
    return [request, await lockSent(tx, caller, intoId)]
  }
  const into = await lockSent(tx, caller, intoId)
  return [await lockSent(tx, caller, requestId), into]
}

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
    if (assignee) await requireNoBuyer(tx, assignee.id, request.id)
    if (request.assigneeId === assigneeId) return recordRead(tx, caller, request)
    const change = { assigneeId }
    await changeRequest(tx, services, request, caller, { change, kind: 'assigned', text: '' })
  })
}

/** @throws {Refused} 400 for a colleague whose purchase it is about */
async function requireNoBuyer(tx: Transaction, colleagueId: number, requestId: number) {
  const sales = salesOfRequest(requestId)
  const buyers = await listBuyersAmong(tx, { userIds: [colleagueId], sales })
  if (buyers.length > 0) throw new Refused(requestMessages.assignedToBuyer)
}

/** Assigns each request in a transaction of its own: one that is refused does not stop the others. */
export async function assignRequests(
  services: RequestServices,
  caller: SignedInCaller,
  assignment: { requests: { id: number; version: number }[]; assigneeId: number | null },
): Promise<{ id: number; refusal: string | null }[]> {
  const { requests, assigneeId } = assignment
  return changeEach(requests, (seen) => assignRequest(services, caller, { ...seen, assigneeId }))
}

/** Runs an action on each of several requests, one after the other, and says which were refused. */
export async function changeEach(
  requests: { id: number; version: number }[],
  action: (seen: SeenRequest) => Promise<void>,
): Promise<{ id: number; refusal: string | null }[]> {
  const results = []
  for (const { id, version } of requests) {
    const refusal = await action({ requestId: id, version }).then(() => null, refusalOf)
    results.push({ id, refusal })
  }
  return results
}

/** Why a request was not changed. @throws any other error */
function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (error instanceof NotFound) return notFoundMessage
  throw error
}

/** An action that changes nothing answers with the request, as a read does. */
function recordRead(
  tx: Transaction,
  caller: SignedInCaller,
  { id, userId }: LockedRequest,
): Promise<void> {
  return recordAuditedRead(tx, caller, { type: 'request', id }, userId)
}

/**
 * Adds an internal note. The request keeps its version, so a note conflicts with no change. The same one
 * again changes nothing.
 */
export async function addNote(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, ...input }: { requestId: number; text: string },
): Promise<void> {
  const text = requireText(input.text, requestMessages.noteRequired)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockSent(tx, caller, requestId)
    const note = { kind: 'note', actorId: caller.id, text } as const
    if (await isLastEvent(tx, { requestId, ...note })) return recordRead(tx, caller, request)
    await recordEventAndNotify(tx, services, request, note)
    await recordRequestChanged(tx, caller, request, { after: { event: 'note' } })
  })
}
