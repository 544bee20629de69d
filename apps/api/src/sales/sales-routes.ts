import * as endpoints from '@carpeta/contract/sales/sales-endpoints'
import { definitions } from '@carpeta/contract/sales/sales-schemas'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { recordSharedReads } from './accesses/record-shared-reads.ts'
import { readOwnSales } from './read-own-sales.ts'

/** A member's own sales, and those of others that the member reads. */
export function salesRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
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
