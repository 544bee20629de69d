import type { MemberRequest, StaffRequest } from '@carpeta/contract/requests/request-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { mayHandleRequest } from '@carpeta/domain/requests/request-states'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { isWriter, requireHandling } from './lifecycle/lock-request.ts'
import { showToMember } from './lifecycle/read-member-request.ts'
import type { RequestServices } from './request-services.ts'
import { findRequest } from './requests-store.ts'
import { showToStaff } from './staff/read-staff-request.ts'

/**
 * A request as its member sees it, or as staff see it: staff who answer get every other member's
 * request that way, and their own as its member. The member can see which staff opened it.
 * @throws {NotFound}
 * @throws {Refused} 403 for their own request with `asStaff`
 */
export async function readRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, asStaff }: { requestId: number; asStaff: boolean },
): Promise<MemberRequest | StaffRequest> {
  const { user } = caller
  const request = await findRequest(services.db, requestId)
  if (!request || (request.state === 'draft' && !isWriter(caller, request))) throw new NotFound()
  const isAnswering = can(user, 'requests.answer_requests')
  if (isAnswering && asStaff) requireHandling(caller, request)
  const isForStaff = isAnswering && mayHandleRequest(user.id, request.userId)
  const shown = isForStaff
    ? await showToStaff(services, request)
    : showToMember(services, request, user.id)
  await recordAuditedRead(services.db, caller, { type: 'request', id: requestId }, request.userId)
  return shown
}
