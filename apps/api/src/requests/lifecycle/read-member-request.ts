import type { MemberRequest } from '@carpeta/contract/requests/request-schemas'
import { senderOf } from '../../email/sender.ts'
import { NotFound } from '../../http/errors.ts'
import { presentForMember } from '../present-request.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest, type StoredRequest } from '../requests-store.ts'

/** The member's own request. @throws {NotFound} for any other */
export async function readMemberRequest(
  services: RequestServices,
  requestId: number,
  memberId: number,
): Promise<MemberRequest> {
  return showToMember(services, await findRequest(services.db, requestId), memberId)
}

/** @throws {NotFound} for a request of another member */
export function showToMember(
  { config }: RequestServices,
  request: StoredRequest | null,
  memberId: number,
): MemberRequest {
  if (request?.userId !== memberId) throw new NotFound()
  return presentForMember(request, senderOf(config).company)
}
