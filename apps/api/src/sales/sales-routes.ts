import { errorResponses } from '@carpeta/contract/errors'
import { salesResponse } from '@carpeta/contract/sales'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { keepReceiptsOf } from './receipt-links.ts'
import { readSalesDocument } from './sales-store.ts'

/** A member's own sales (spec §3, wire.md §11). */
export function salesRoutes({ app, db, config }: Api): void {
  app.get(
    '/api/sales-data/',
    {
      config: { access: 'client' },
      schema: {
        summary: 'Las ventas de quien ingresó',
        response: { ...errorResponses, 200: salesResponse },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request)
      const json = await readSalesDocument(db, user.profile.social_security)
      return reply
        .type('application/json; charset=utf-8')
        .send(keepReceiptsOf(config.receiptHosts, json))
    },
  )
}
