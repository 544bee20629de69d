import { requestActs } from '@carpeta/domain/requests/request-states'
import type { RequestServices } from '../request-services.ts'
import { takeRequest } from '../staff/assign-if-unassigned.ts'
import { changeRequest } from './change-request.ts'
import { holdForStaff, requireAct, type StaffAct } from './lock-request.ts'

/** Somebody begins to look at it: from now on its member can no longer take it back. */
export async function reviewRequest(services: RequestServices, act: StaffAct): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await holdForStaff(tx, act)
    requireAct('review', request)
    const taken = await takeRequest(tx, services, request, act.actor)
    const change = { ...taken, state: requestActs.review.to }
    await changeRequest(tx, services, request, act.actor, { change, kind: 'review', text: '' })
  })
}
