import { endpoints } from '@carpeta/contract/procedures'
import { can } from '@carpeta/domain/access/permissions'
import type { Api } from '../http/api.ts'
import { Forbidden, NotFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import {
  changeProcedure,
  createProcedure,
  deleteProcedure,
  listProcedures,
  orderProcedures,
  presentForCatalogue,
  restoreProcedure,
} from './procedures.ts'
import { findProcedure } from './procedures-store.ts'
import { addStarterProcedures, listStarterProcedures } from './starter-procedures.ts'

/** The procedures that members can request, and the catalogue that staff edit. */
export function proceduresRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, {
    'GET /api/procedures/': ({ caller: { user }, query }) => {
      if (can(user, 'procedures.change_procedures')) return listProcedures(db, 'active', query)
      if (!user.profile.is_client) throw new Forbidden()
      return listProcedures(db, 'offered', query)
    },
    'GET /api/procedures/trashed/': ({ query }) => listProcedures(db, 'deleted', query),
    'GET /api/procedures/:id/': async ({ params }) => {
      const procedure = await findProcedure(db, params.id, 'active')
      if (!procedure) throw new NotFound()
      return presentForCatalogue(procedure)
    },
    'POST /api/procedures/': async ({ caller, body }) =>
      presentForCatalogue(await createProcedure(api, caller, body)),
    'PATCH /api/procedures/:id/': async ({ caller, params: { id }, body }) =>
      presentForCatalogue(await changeProcedure(api, caller, { id, changes: body })),
    'DELETE /api/procedures/:id/': async ({ caller, params }) => {
      await deleteProcedure(api, caller, params.id)
      return {}
    },
    'PATCH /api/procedures/:id/restore/': async ({ caller, params }) =>
      presentForCatalogue(await restoreProcedure(api, caller, params.id)),
    'POST /api/procedures/order/': async ({ caller, body }) => {
      await orderProcedures(api, caller, body.ids)
      return {}
    },

    // Usual procedures, with which a new cooperative begins its catalogue.
    'GET /api/procedures/starter/': async () => ({ results: await listStarterProcedures(api) }),
    'POST /api/procedures/starter/': async ({ caller, body }) => ({
      added: await addStarterProcedures(api, caller, body.titles),
    }),
  })
}
