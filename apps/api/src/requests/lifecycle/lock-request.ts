import {
  isActionAllowed,
  type RequestAction,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { type LockedRequest, lockRequest } from './request-actions-store.ts'

/** A request as the caller read it. */
export interface SeenRequest {
  requestId: number
  version: number
}

/**
 * The request, for an act of staff. Nobody else's change is overwritten unseen.
 * @throws {NotFound} a draft too: it is its member's alone
 * @throws {Refused} 409
 */
export async function lockForStaff(
  tx: Transaction,
  { requestId, version }: SeenRequest,
): Promise<LockedRequest> {
  const request = await lockSent(tx, requestId)
  if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
  return request
}

/** The same for what may stand beside anybody's change. @throws {NotFound} */
export async function lockSent(tx: Transaction, requestId: number): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  return request
}

/** The request, for an act of its member. @throws {NotFound} for anybody else */
export async function lockForMember(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.userId !== caller.id) throw new NotFound()
  return request
}

/** @throws {Refused} 409 when the request's state does not allow it */
export function requireAllowedAction(
  action: RequestAction,
  { state }: Pick<LockedRequest, 'state'>,
): void {
  if (!isActionAllowed(action, state)) throw new Refused(requestMessages.impossible, 409)
}
