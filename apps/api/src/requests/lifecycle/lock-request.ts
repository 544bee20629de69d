import { canAct, type RequestAct, requestMessages } from '@carpeta/domain/requests/request-states'
import type { Transaction } from '../../db/client.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { RequestActor } from './change-request.ts'
import { type HeldRequest, lockRequest } from './request-actions-store.ts'

/** Of staff, on a request as the person had it before him. */
export interface StaffAct {
  requestId: number
  actor: RequestActor
  version: number
}

/** Of the member himself. */
export interface MemberAct {
  requestId: number
  actor: RequestActor
}

/**
 * The request, for an act of staff. Nobody else's change is overwritten unseen.
 * @throws {NotFound} a draft too: it is its member's alone
 * @throws {Refused} 409
 */
export async function holdForStaff(
  tx: Transaction,
  { requestId, version }: StaffAct,
): Promise<HeldRequest> {
  const request = await holdSent(tx, requestId)
  if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
  return request
}

/** The same for what may stand beside anybody's change. @throws {NotFound} */
export async function holdSent(tx: Transaction, requestId: number): Promise<HeldRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  return request
}

/** The request, for an act of its member. @throws {NotFound} for anybody else */
export async function holdForMember(
  tx: Transaction,
  { requestId, actor }: MemberAct,
): Promise<HeldRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.userId !== actor.id) throw new NotFound()
  return request
}

/** @throws {Refused} 409 when the request's state does not allow it */
export function requireAct(act: RequestAct, { state }: Pick<HeldRequest, 'state'>): void {
  if (!canAct(act, state)) throw new Refused(requestMessages.impossible, 409)
}
