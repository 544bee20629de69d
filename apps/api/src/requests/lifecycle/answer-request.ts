import { requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import { publishAnswerFiles } from '../attachments/answer-files-store.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, requireAllowedAction, type StaffAction } from './lock-request.ts'

/** Closes the request with an answer; from now on its member sees the answer's files too. */
export async function resolveRequest(
  services: RequestServices,
  action: StaffAction,
  answer: string,
): Promise<void> {
  await close(services, action, 'resolve', requireText(answer, requestMessages.answerRequired))
}

/** Closes the request without doing what was asked for, and says why. */
export async function rejectRequest(
  services: RequestServices,
  action: StaffAction,
  reason: string,
): Promise<void> {
  await close(services, action, 'reject', requireText(reason, requestMessages.reasonRequired))
}

async function close(
  services: RequestServices,
  action: StaffAction,
  name: 'resolve' | 'reject',
  answer: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await lockForStaff(tx, action)
    requireAllowedAction(name, request)
    await publishAnswerFiles(tx, request.id)
    const taken = await assignIfUnassigned(tx, services, request, action.actor)
    const state = requestActions[name].to
    await changeRequest(tx, services, request, action.actor, {
      change: { ...taken, state, answer, dueAt: null, closedAt: request.now },
      kind: state,
      text: answer,
    })
  })
}
