import * as accessesEndpoints from '@carpeta/contract/sales/sale-accesses-endpoints'
import { definitions as accessesDefinitions } from '@carpeta/contract/sales/sale-accesses-schemas'
import * as salesEndpoints from '@carpeta/contract/sales/sales-endpoints'
import { definitions as salesDefinitions } from '@carpeta/contract/sales/sales-schemas'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { readOwnSales, recordSharedReads } from './own-sales.ts'
import {
  giveMemberSaleAccess,
  giveOwnSaleAccess,
  presentSaleWithReaders,
  revokeMemberSaleAccess,
  revokeOwnSaleAccess,
} from './sale-accesses.ts'
import { listSalesWithReaders } from './sale-accesses-store.ts'

export function salesRoutes(api: Api & { limits: RateLimits }): void {
  ownSalesRoutes(api)
  accessesRoutes(api)
}

/** A member's own sales, and those of others that the member reads. */
function ownSalesRoutes(api: Api): void {
  serve(api, salesEndpoints, salesDefinitions, {
    listSales: async ({ caller, reply }) => {
      await recordAuditedRead(api.db, caller, { type: 'sales', id: '' }, caller.user.id)
      const sales = await readOwnSales(api, caller)
      await recordSharedReads(api.db, caller, sales)
      // As text, so that no amount becomes a float.
      reply.type('application/json; charset=utf-8')
      return reply.send(`[${sales.map(({ json }) => json).join(',')}]`)
    },
  })
}

/** Who else reads a holder's sales. */
function accessesRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, accessesEndpoints, accessesDefinitions, {
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
