import { requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { publishAnswerFiles } from '../attachments/answer-files-store.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from './lock-request.ts'

/** Closes the request with an answer and publishes the answer's files to the member. */
export async function resolveRequest(
  services: RequestServices,
  caller: SignedInCaller,
  input: SeenRequest & { text: string },
): Promise<void> {
  const answer = requireText(input.text, requestMessages.answerRequired)
  await close(services, caller, 'resolve', { ...input, answer })
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
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, seen)
    requireAllowedAction(action, request)
    await publishAnswerFiles(tx, request.id)
    const assignment = await assignIfUnassigned(tx, request, caller)
    const state = requestActions[action].to
    await changeRequest(tx, services, request, caller, {
      change: { ...assignment, state, answer, dueAt: null, closedAt: request.now },
      kind: state,
      text: answer,
    })
  })
}
