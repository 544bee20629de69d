import { errorResponses } from '@carpeta/contract/errors'
import { salesResponse } from '@carpeta/contract/sales'
import type { Api } from '../app.ts'
import { recordAuditedRead } from '../audit/record-audited-read.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { readOwnSales } from './read-own-sales.ts'

/** A member's own sales (spec §3, wire.md §11). */
export function salesRoutes({ app, db, config }: Api): void {
  app.get(
    '/api/sales-data/',
    {
      config: { access: 'client', inView: true },
      schema: {
        summary: 'Las ventas de quien ingresó',
        response: { ...errorResponses, 200: salesResponse },
      },
    },
    async (request, reply) => {
      const { id, profile } = signedIn(request).user
      const member = { id, rut: profile.social_security }
      const sales = await readOwnSales(db, member, config.receiptHosts)
      await recordAuditedRead(db, actorOf(request), { type: 'sales', id: '' }, id)
      return reply
        .type('application/json; charset=utf-8')
        .send(`[${sales.map(({ json }) => json).join(',')}]`)
    },
  )
}
