import * as endpoints from '@carpeta/contract/sales/sales-endpoints'
import { definitions } from '@carpeta/contract/sales/sales-schemas'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import type { Api } from '../http/api.ts'
import { isUnchanged } from '../http/is-unchanged.ts'
import { serve } from '../http/serve.ts'
import { recordSharedReads } from './accesses/record-shared-reads.ts'
import { SalesAnswers, salesAnswerOf } from './answers/sales-answers.ts'
import { salesVersion } from './answers/sales-version-store.ts'
import { readOwnSales } from './read-own-sales.ts'

/** A member's own sales, and those of others that the member reads. */
export function salesRoutes(api: Api): void {
  const answers = new SalesAnswers()

  serve(api, endpoints, definitions, {
    listSales: {
      alongSession: salesVersion,
      handle: async ({ caller, request, reply }) => {
        const { id } = caller.user
        const version = request.session?.along ?? null
        let answer = answers.find(id, version)
        if (answer === null) {
          const sales = await readOwnSales(api, caller)
          await recordSharedReads(api.db, caller, sales)
          answer = salesAnswerOf(sales)
          answers.keep(id, version, answer)
        }
        await recordAuditedRead(api.db, caller, { type: 'sales', id: '' }, id)
        reply.header('etag', answer.etag)
        if (isUnchanged(request, answer.etag)) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(answer.body)
      },
    },
  })
}
