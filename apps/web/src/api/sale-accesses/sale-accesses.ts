import * as endpoints from '@carpeta/contract/sales/sale-accesses-endpoints'
import type {
  ReadSale,
  SaleWithReaders,
  StaffSaleWithReaders,
  WireSaleAccess,
} from '@carpeta/contract/sales/sale-accesses-schemas'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

// Who else reads a holder's sales.

export type { ReadSale, SaleWithReaders, StaffSaleWithReaders, WireSaleAccess }

export interface GivenAccess {
  sale_code: string
  kind: SaleAccessKind
  /** Of a representative. */
  social_security: string
  last_day: string
}

export const saleAccessesQuery = queryOptions({
  queryKey: ['sale accesses'],
  queryFn: async ({ signal }): Promise<SaleWithReaders[]> =>
    (await answered(endpoints.listSaleAccesses, { signal })).results,
})

export async function giveSaleAccess(body: GivenAccess): Promise<void> {
  await answered(endpoints.giveSaleAccess, { body })
}

export async function revokeSaleAccess(id: number): Promise<void> {
  await answered(endpoints.revokeSaleAccess, { params: { id: String(id) } })
}

export async function giveMemberSaleAccess(memberId: number, body: GivenAccess): Promise<void> {
  await answered(endpoints.giveMemberSaleAccess, { params: { id: String(memberId) }, body })
}

export async function revokeMemberSaleAccess(id: number): Promise<void> {
  await answered(endpoints.revokeMemberSaleAccess, { params: { id: String(id) } })
}
