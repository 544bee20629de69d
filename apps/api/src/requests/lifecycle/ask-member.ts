import { requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from './lock-request.ts'

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
    const dueAt = request.answerDays === null ? null : request.dueAt
    const assignment = await assignIfUnassigned(tx, request, caller)
    const change = { ...assignment, state: requestActions.ask.to, dueAt }
    await changeRequest(tx, services, request, caller, { change, kind: 'asked', text })
  })
}
