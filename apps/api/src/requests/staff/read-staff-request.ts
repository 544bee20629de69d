import type { StaffRequest } from '@carpeta/contract/requests/request-schemas'
import { senderOf } from '../../email/sender.ts'
import { NotFound } from '../../http/errors.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest } from '../requests-store.ts'
import { presentForStaff } from './present-staff-request.ts'
import { findPeople } from './workbench-store.ts'

/** A request as staff see it. @throws {NotFound} a draft too: it is its member's alone */
export async function readStaffRequest(
  { db, config }: RequestServices,
  requestId: number,
): Promise<StaffRequest> {
  const request = await findRequest(db, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  const people = await findPeople(db, request)
  return presentForStaff(request, people, senderOf(config).company)
}
