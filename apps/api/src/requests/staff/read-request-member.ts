import type {
  RequestMember,
  SaleOfRequest,
} from '@carpeta/contract/requests/staff-requests-schemas'
import { maySeeSales } from '@carpeta/domain/access/staff-views'
import { deedProcess } from '@carpeta/domain/sales/deed-steps'
import { recordAuditedRead } from '../../audit/record-audit-event.ts'
import { columnOf } from '../../db/column-of.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { findSaleOfRequest } from '../../sales/staff-sales-store.ts'
import { requireHandling } from '../lifecycle/lock-request.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest } from '../requests-store.ts'
import { presentRequestRow } from './present-request-row.ts'
import { listRequestsOf } from './workbench-store.ts'

const MAX_OTHERS = 10

/**
 * What staff look up about the member beside a request: the other requests and, for those who see sales
 * elsewhere too, the sale with the holder's phone.
 * @throws {NotFound} for a draft too · {Refused} 403 for the caller's own request
 */
export async function readRequestMember(
  { db }: Pick<RequestServices, 'db'>,
  caller: SignedInCaller,
  requestId: number,
): Promise<RequestMember> {
  const request = await findRequest(db, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  requireHandling(caller, request)
  await recordAuditedRead(db, caller, { type: 'request', id: requestId }, request.userId)
  const requests = await listRequestsOf(db, request.userId, MAX_OTHERS + 1)
  const others = requests.filter(({ id }) => id !== requestId).slice(0, MAX_OTHERS)
  const sale = maySeeSales(caller.user) ? await findSaleOfRequest(db, request.saleId) : null
  return {
    requests: others.map(presentRequestRow),
    ...(sale && { sale: { ...sale, deed: sale.deed && presentDeed(sale.deed) } }),
  }
}

/** How far the deed is, by its steps in order. */
function presentDeed(dates: Record<string, string | null>): SaleOfRequest['deed'] {
  const process = deedProcess()
  const done = process.flatMap(({ field, label }) => {
    const on = dates[columnOf(field)]
    return on ? [{ label, on }] : []
  })
  const last = done.at(-1)
  return {
    done: done.length,
    steps: process.length,
    last_step: last?.label ?? '',
    last_on: last?.on ?? '',
  }
}
