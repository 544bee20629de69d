import { requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { publishAnswerFiles } from '../attachments/answer-files-store.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from '../lifecycle/lock-request.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { recordAnswerTime } from './record-answer-times.ts'
import { type SettledDocuments, settleDocuments } from './settle-documents.ts'

/**
 * Closes the request with an answer, publishes the answer's files to the member and settles the documents
 * that wait for their review.
 */
export async function resolveRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { documents, ...input }: SeenRequest & { text: string; documents: SettledDocuments },
): Promise<void> {
  const answer = requireText(input.text, requestMessages.answerRequired)
  await close(services, caller, 'resolve', { ...input, answer }, documents)
}

/** Closes the request without fulfilling it, with the reason as its answer. */
export async function rejectRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const answer = requireText(input.text, requestMessages.reasonRequired)
  await close(services, caller, 'reject', { ...input, answer })
}

async function close(
  services: RequestServices,
  caller: SignedInCaller,
  action: 'resolve' | 'reject',
  { answer, ...seen }: SeenRequest & { answer: string },
  documents: SettledDocuments | null = null,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, seen)
    requireAllowedAction(action, request)
    if (documents) await settleDocuments(tx, services, caller, { request, ...documents })
    await publishAnswerFiles(tx, request.id)
    const assignment = await assignIfUnassigned(tx, request, caller)
    const state = requestActions[action].to
    await changeRequest(tx, services, request, caller, {
      change: { ...assignment, state, answer, dueAt: null, closedAt: request.now },
      kind: state,
      text: answer,
    })
    await recordAnswerTime(tx, request)
  })
}
