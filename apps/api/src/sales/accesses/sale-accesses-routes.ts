import * as endpoints from '@carpeta/contract/sales/sale-accesses-endpoints'
import { definitions } from '@carpeta/contract/sales/sale-accesses-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { giveMemberSaleAccess, giveOwnSaleAccess } from './give-sale-access.ts'
import { presentSaleWithReaders } from './present-sale-with-readers.ts'
import { revokeMemberSaleAccess, revokeOwnSaleAccess } from './revoke-sale-access.ts'
import { listSalesWithReaders } from './sale-accesses-store.ts'

/** Who else reads a holder's sales. */
export function saleAccessesRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
    listSaleAccesses: async ({ caller }) => {
      const sales = await listSalesWithReaders(api.db, caller.user.profile.social_security)
      return { results: sales.map(presentSaleWithReaders) }
    },
    giveSaleAccess: async ({ caller, body }) => {
      await giveOwnSaleAccess(api, caller, body)
      return {}
    },
    revokeSaleAccess: async ({ caller, params }) => {
      await revokeOwnSaleAccess(api, caller, params.id)
      return {}
    },
    giveMemberSaleAccess: async ({ caller, params, body }) => {
      await giveMemberSaleAccess(api, caller, params.id, body)
      return {}
    },
    revokeMemberSaleAccess: async ({ caller, params }) => {
      await revokeMemberSaleAccess(api, caller, params.id)
      return {}
    },
  })
}
