import { requestActions } from '@carpeta/domain/requests/request-states'
import type { RequestServices } from '../request-services.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { lockForStaff, requireAllowedAction, type StaffAction } from './lock-request.ts'

/** Somebody begins to look at it: from now on its member can no longer take it back. */
export async function reviewRequest(services: RequestServices, action: StaffAction): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await lockForStaff(tx, action)
    requireAllowedAction('review', request)
    const taken = await assignIfUnassigned(tx, services, request, action.actor)
    const change = { ...taken, state: requestActions.review.to }
    await changeRequest(tx, services, request, action.actor, { change, kind: 'review', text: '' })
  })
}
