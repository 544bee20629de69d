import { requestActs, requestMessages } from '@carpeta/domain/requests/request-states'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { takeRequest } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { holdForStaff, requireAct, type StaffAct } from './lock-request.ts'

/** Asks for what is missing. While it is the member's turn nothing is due, but by law. */
export async function askMember(
  services: RequestServices,
  act: StaffAct,
  question: string,
): Promise<void> {
  const text = requireText(question, requestMessages.questionRequired)
  await services.db.transaction(async (tx) => {
    const request = await holdForStaff(tx, act)
    requireAct('ask', request)
    const dueAt = request.answerDays === null ? null : request.dueAt
    const taken = await takeRequest(tx, services, request, act.actor)
    const change = { ...taken, state: requestActs.ask.to, dueAt }
    await changeRequest(tx, services, request, act.actor, { change, kind: 'asked', text })
  })
}
