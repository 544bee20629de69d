import {
  isActionAllowed,
  mayHandleRequest,
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
 * Locks a sent request for staff.
 * @throws {NotFound} for a draft too, which only its member sees
 * @throws {Refused} 403 for the caller's own request
 * @throws {Refused} 409 when it changed since the caller read it
 */
export async function lockForStaff(
  tx: Transaction,
  caller: SignedInCaller,
  { requestId, version }: SeenRequest,
): Promise<LockedRequest> {
  const request = await lockSent(tx, caller, requestId)
  if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
  return request
}

/**
 * For actions of staff that do not conflict with concurrent changes.
 * @throws {NotFound} · {Refused} 403 for the caller's own request
 */
export async function lockSent(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  requireHandling(caller, request)
  return request
}

/**
 * Whether the caller writes the request: its member or, until it is sent, the staff user who files it for
 * the member.
 */
export function isWriter(
  caller: Pick<SignedInCaller, 'id'>,
  { userId, filedBy, state }: Pick<LockedRequest, 'userId' | 'filedBy' | 'state'>,
): boolean {
  return caller.id === (state === 'draft' && filedBy !== null ? filedBy : userId)
}

/** Locks a request that the caller writes. @throws {NotFound} */
export async function lockForMember(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || !isWriter(caller, request)) throw new NotFound()
  return request
}

/** @throws {Refused} 403 for the caller's own request */
export function requireHandling(
  { user }: SignedInCaller,
  { userId }: Pick<LockedRequest, 'userId'>,
): void {
  if (!mayHandleRequest(user.id, userId)) throw new Refused(requestMessages.ownRequest, 403)
}

/** @throws {Refused} 409 when the request's state does not allow it */
export function requireAllowedAction(
  action: RequestAction,
  { state }: Pick<LockedRequest, 'state'>,
): void {
  if (!isActionAllowed(action, state)) throw new Refused(requestMessages.impossible, 409)
}
