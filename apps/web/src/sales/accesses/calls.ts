import type {
  ReadSale,
  SaleWithReaders,
  StaffSaleWithReaders,
  WireSaleAccess,
} from '@carpeta/contract/sales'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

// Who else reads a holder's sales.

export type { ReadSale, SaleWithReaders, StaffSaleWithReaders, WireSaleAccess }

export interface GivenAccess {
  sale_code: string
  kind: SaleAccessKind
  /** Of a representative. */
  social_security: string
  last_day: string
}

export const saleAccessesQuery = optionalQuery({
  queryKey: ['sale accesses'],
  queryFn: async ({ signal }): Promise<SaleWithReaders[]> =>
    (await answered('GET /api/sale-accesses/', { signal })).results,
})

export async function giveSaleAccess(body: GivenAccess): Promise<void> {
  await answered('POST /api/sale-accesses/', { body })
}

export async function revokeSaleAccess(id: number): Promise<void> {
  await answered('DELETE /api/sale-accesses/:id/', { params: { id: String(id) } })
}

export async function giveMemberSaleAccess(memberId: number, body: GivenAccess): Promise<void> {
  await answered('POST /api/staff/members/:id/sale-accesses/', {
    params: { id: String(memberId) },
    body,
  })
}

export async function revokeMemberSaleAccess(id: number): Promise<void> {
  await answered('DELETE /api/staff/sale-accesses/:id/', { params: { id: String(id) } })
}
