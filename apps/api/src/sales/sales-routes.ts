import * as endpoints from '@carpeta/contract/sales/sales-endpoints'
import { definitions } from '@carpeta/contract/sales/sales-schemas'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { recordSharedReads } from './accesses/record-shared-reads.ts'
import { readOwnSales } from './read-own-sales.ts'

/** A member's own sales, and those of others that the member reads. */
export function salesRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listSales: async ({ caller, reply }) => {
      const { id } = caller.user
      const sales = await readOwnSales(api, caller)
      await recordAuditedRead(api.db, caller, { type: 'sales', id: '' }, id)
      await recordSharedReads(api.db, caller, sales)
      // JSON text already: no amount may become a float.
      return reply
        .type('application/json; charset=utf-8')
        .send(`[${sales.map(({ json }) => json).join(',')}]`)
    },
  })
}
