import type { MemberRequest, StaffRequest } from '@carpeta/contract/requests/request-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { readMemberRequest } from './lifecycle/read-member-request.ts'
import type { RequestServices } from './request-services.ts'
import { findMemberOf } from './requests-store.ts'
import { readStaffRequest } from './staff/read-staff-request.ts'

/**
 * One's own, as its member sees it; for staff who answer, the whole of anybody else's, and of their
 * own where they ask `asStaff`. Its member can see who of the cooperative opened it.
 * @throws {NotFound}
 */
export async function readRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, asStaff }: { requestId: number; asStaff: boolean },
): Promise<MemberRequest | StaffRequest> {
  const { user } = caller
  const memberId = await findMemberOf(services.db, requestId)
  if (memberId === null) throw new NotFound()
  const isForStaff = can(user, 'requests.answer_requests') && (asStaff || memberId !== user.id)
  const request = isForStaff
    ? await readStaffRequest(services, requestId)
    : await readMemberRequest(services, requestId, user.id)
  // A draft is its member's alone, and not of who looks at his folder either.
  if (request.state === 'draft' && caller.id !== user.id) throw new NotFound()
  await recordAuditedRead(services.db, caller, { type: 'request', id: requestId }, memberId)
  return request
}
