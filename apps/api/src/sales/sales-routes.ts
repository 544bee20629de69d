import * as endpoints from '@carpeta/contract/sales/sales-endpoints'
import { definitions } from '@carpeta/contract/sales/sales-schemas'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import { CachedAnswers } from '../http/answers/cached-answers.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { recordSharedReads } from './accesses/record-shared-reads.ts'
import { salesVersion } from './answers/sales-version-store.ts'
import { readOwnSales } from './read-own-sales.ts'

/** The figures of some 450 members. */
const MAX_BYTES = 8_000_000

/** A member's own sales, and those of others that the member reads. */
export function salesRoutes(api: Api): void {
  const answers = new CachedAnswers({ maxBytes: MAX_BYTES })

  serve(api, endpoints, definitions, {
    listSales: {
      alongSession: salesVersion,
      handle: async (call) => {
        const { caller } = call
        await recordAuditedRead(api.db, caller, { type: 'sales', id: '' }, caller.user.id)
        return answers.sendJson(call, async () => {
          const sales = await readOwnSales(api, caller)
          await recordSharedReads(api.db, caller, sales)
          return `[${sales.map(({ json }) => json).join(',')}]`
        })
      },
    },
  })
}
