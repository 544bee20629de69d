import type { User } from '@carpeta/contract/auth'
import type { MemberRequest, StaffRequest } from '@carpeta/contract/requests'
import { can } from '@carpeta/domain/permissions'
import { recordRead } from '../audit/record-read.ts'
import type { Actor } from '../http/actor.ts'
import { NotFound } from '../http/errors.ts'
import { readMemberRequest } from './read-member-request.ts'
import { readStaffRequest } from './read-staff-request.ts'
import type { RequestServices } from './request-services.ts'

/**
 * For staff who answer, the whole of it; for anybody else only one's own. Its member can see who of
 * the cooperative opened it.
 * @throws {NotFound}
 */
export async function readRequest(
  services: RequestServices,
  user: User,
  actor: Actor,
  requestId: number,
): Promise<MemberRequest | StaffRequest> {
  const object = { type: 'request', id: requestId }
  if (can(user, 'requests.answer_requests')) {
    const request = await findForStaff(services, requestId)
    if (request) {
      await recordRead(services.db, actor, object, request.member.id)
      return request
    }
  }
  const request = await readMemberRequest(services, requestId, user.id)
  // A draft is its member's alone, and not of who looks at his folder either.
  if (request.state === 'draft' && actor.id !== user.id) throw new NotFound()
  await recordRead(services.db, actor, object, user.id)
  return request
}

/** Staff may be members too: null for a draft, which is shown to nobody but its owner. */
async function findForStaff(
  services: RequestServices,
  requestId: number,
): Promise<StaffRequest | null> {
  try {
    return await readStaffRequest(services, requestId)
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}
