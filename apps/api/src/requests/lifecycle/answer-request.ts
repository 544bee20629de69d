import { requestActs, requestMessages } from '@carpeta/domain/requests/request-states'
import { publishAnswerFiles } from '../attachments/answer-files-store.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { takeRequest } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { holdForStaff, requireAct, type StaffAct } from './lock-request.ts'

/** Closes the request with an answer; from now on its member sees the answer's files too. */
export async function resolveRequest(
  services: RequestServices,
  act: StaffAct,
  answer: string,
): Promise<void> {
  await close(services, act, 'resolve', requireText(answer, requestMessages.answerRequired))
}

/** Closes the request without doing what was asked for, and says why. */
export async function rejectRequest(
  services: RequestServices,
  act: StaffAct,
  reason: string,
): Promise<void> {
  await close(services, act, 'reject', requireText(reason, requestMessages.reasonRequired))
}

async function close(
  services: RequestServices,
  act: StaffAct,
  name: 'resolve' | 'reject',
  answer: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await holdForStaff(tx, act)
    requireAct(name, request)
    await publishAnswerFiles(tx, request.id)
    const taken = await takeRequest(tx, services, request, act.actor)
    const state = requestActs[name].to
    await changeRequest(tx, services, request, act.actor, {
      change: { ...taken, state, answer, dueAt: null, closedAt: request.now },
      kind: state,
      text: answer,
    })
  })
}
