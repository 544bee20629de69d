import { requestActions } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { RequestServices } from '../request-services.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from './lock-request.ts'

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
