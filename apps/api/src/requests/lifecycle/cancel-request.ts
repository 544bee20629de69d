import { requestActs } from '@carpeta/domain/requests/request-states'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { holdForMember, type MemberAct, requireAct } from './lock-request.ts'

/** The member takes his request back, while nobody looks at it yet. */
export async function cancelRequest(services: RequestServices, act: MemberAct): Promise<void> {
  await services.db.transaction(async (tx) => {
    const request = await holdForMember(tx, act)
    requireAct('cancel', request)
    const state = requestActs.cancel.to
    await changeRequest(tx, services, request, act.actor, {
      change: { state, dueAt: null, closedAt: request.now },
      kind: state,
      text: '',
    })
  })
}
