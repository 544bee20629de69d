import { requestActions } from '@carpeta/domain/requests/request-states'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { lockForMember, type MemberAction, requireAllowedAction } from './lock-request.ts'

/** The member takes his request back, while nobody looks at it yet. */
export async function cancelRequest(
  services: RequestServices,
  action: MemberAction,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await lockForMember(tx, action)
    requireAllowedAction('cancel', request)
    const state = requestActions.cancel.to
    await changeRequest(tx, services, request, action.actor, {
      change: { state, dueAt: null, closedAt: request.now },
      kind: state,
      text: '',
    })
  })
}
