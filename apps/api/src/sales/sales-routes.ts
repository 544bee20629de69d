import { endpoints } from '@carpeta/contract/sales'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { readDeedDurations } from './deed-durations.ts'
import { readerOf, readOwnSales, recordSharedReads } from './own-sales.ts'
import type { RequestsAsJson } from './own-sales-store.ts'
import {
  giveMemberSaleAccess,
  giveOwnSaleAccess,
  presentSaleWithReaders,
  revokeMemberSaleAccess,
  revokeOwnSaleAccess,
} from './sale-accesses.ts'
import { listSalesWithReaders } from './sale-accesses-store.ts'

export function salesRoutes(
  api: Api & { limits: RateLimits; requestsAsJson: RequestsAsJson },
): void {
  serve(api, endpoints, {
    // A member's own sales, and those of others that the member reads.
    'GET /api/sales-data/': async ({ caller, reply }) => {
      await recordAuditedRead(api.db, caller, { type: 'sales', id: '' }, caller.user.id)
      const sales = await readOwnSales(api, readerOf(caller))
      await recordSharedReads(api.db, caller, sales)
      // As text, so that no amount becomes a float.
      reply.type('application/json; charset=utf-8')
      return reply.send(`[${sales.map(({ json }) => json).join(',')}]`)
    },

    'GET /api/deed-durations/': async () => ({ results: await readDeedDurations(api.db) }),

    // Who else reads a holder's sales.
    'GET /api/sale-accesses/': async ({ caller }) => {
      const sales = await listSalesWithReaders(api.db, caller.user.profile.social_security)
      return { results: sales.map(presentSaleWithReaders) }
    },
    'POST /api/sale-accesses/': async ({ caller, body }) => {
      await giveOwnSaleAccess(api, caller, body)
      return {}
    },
    'DELETE /api/sale-accesses/:id/': async ({ caller, params }) => {
      await revokeOwnSaleAccess(api, caller, params.id)
      return {}
    },
    'POST /api/staff/members/:id/sale-accesses/': async ({ caller, params, body }) => {
      await giveMemberSaleAccess(api, caller, params.id, body)
      return {}
    },
    'DELETE /api/staff/sale-accesses/:id/': async ({ caller, params }) => {
      await revokeMemberSaleAccess(api, caller, params.id)
      return {}
    },
  })
}
