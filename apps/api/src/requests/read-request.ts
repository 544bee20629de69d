import type { User } from '@carpeta/contract/auth'
import type { MemberRequest, StaffRequest } from '@carpeta/contract/requests'
import { can } from '@carpeta/domain/permissions'
import { NotFound } from '../http/errors.ts'
import { readMemberRequest } from './read-member-request.ts'
import { readStaffRequest } from './read-staff-request.ts'
import type { RequestServices } from './request-services.ts'

/**
 * For staff who answer, the whole of it; for anybody else only one's own.
 * @throws {NotFound}
 */
export async function readRequest(
  services: RequestServices,
  user: User,
  requestId: number,
): Promise<MemberRequest | StaffRequest> {
  if (!can(user, 'requests.answer_requests')) {
    return readMemberRequest(services, requestId, user.id)
  }
  try {
    return await readStaffRequest(services, requestId)
  } catch (error) {
    // Staff may be members too: a draft is shown to nobody but its owner.
    if (error instanceof NotFound) return readMemberRequest(services, requestId, user.id)
    throw error
  }
}
