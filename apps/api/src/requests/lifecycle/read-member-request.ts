import type { MemberRequest } from '@carpeta/contract/requests/request-schemas'
import { senderOf } from '../../email/sender.ts'
import { NotFound } from '../../http/errors.ts'
import { presentForMember } from '../present-request.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest } from '../requests-store.ts'

/** One's own request. @throws {NotFound} for anybody else's */
export async function readMemberRequest(
  { db, config }: RequestServices,
  requestId: number,
  memberId: number,
): Promise<MemberRequest> {
  const request = await findRequest(db, requestId)
  if (!request || request.userId !== memberId) throw new NotFound()
  return presentForMember(request, senderOf(config).company)
}
