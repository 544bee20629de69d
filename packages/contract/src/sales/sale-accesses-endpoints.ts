import { endpoint } from '../endpoint.ts'
import type { definitions } from './sale-accesses-schemas.ts'

type Definitions = typeof definitions

export const listSaleAccesses = endpoint<Definitions['listSaleAccesses']>(
  'GET',
  '/api/sale-accesses/',
)
export const giveSaleAccess = endpoint<Definitions['giveSaleAccess']>('POST', '/api/sale-accesses/')
export const revokeSaleAccess = endpoint<Definitions['revokeSaleAccess']>(
  'DELETE',
  '/api/sale-accesses/:id/',
)
export const giveMemberSaleAccess = endpoint<Definitions['giveMemberSaleAccess']>(
  'POST',
  '/api/staff/members/:id/sale-accesses/',
)
export const revokeMemberSaleAccess = endpoint<Definitions['revokeMemberSaleAccess']>(
  'DELETE',
  '/api/staff/sale-accesses/:id/',
)
