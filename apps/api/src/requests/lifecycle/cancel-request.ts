import { requestActions } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { lockForMember, requireAllowedAction } from './lock-request.ts'

/** The member cancels a request that staff are not reviewing. */
export async function cancelRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<void> {
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    requireAllowedAction('cancel', request)
    const state = requestActions.cancel.to
    await changeRequest(tx, services, request, caller, {
      change: { state, dueAt: null, closedAt: request.now },
      kind: state,
      text: '',
    })
  })
}
