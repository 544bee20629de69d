import type { StaffRequest } from '@carpeta/contract/requests/request-schemas'
import { senderOf } from '../../email/sender.ts'
import { NotFound } from '../../http/errors.ts'
import { findPeopleOfRow } from '../../users/people-store.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest, type StoredRequest } from '../requests-store.ts'
import { presentForStaff } from './present-staff-request.ts'

/** A request as staff see it. @throws {NotFound} for a draft too, which only its member sees */
export async function readStaffRequest(
  services: RequestServices,
  requestId: number,
): Promise<StaffRequest> {
  return showToStaff(services, await findRequest(services.db, requestId))
}

/** @throws {NotFound} for a draft */
export async function showToStaff(
  { db, config }: RequestServices,
  request: StoredRequest | null,
): Promise<StaffRequest> {
  if (!request || request.state === 'draft') throw new NotFound()
  const { userId: memberId, assigneeId: colleagueId } = request
  const people = await findPeopleOfRow(db, { memberId, colleagueId })
  return presentForStaff(request, people, senderOf(config).company)
}
