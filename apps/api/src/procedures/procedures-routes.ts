import * as proceduresEndpoints from '@carpeta/contract/procedures/procedures-endpoints'
import { definitions as proceduresDefinitions } from '@carpeta/contract/procedures/procedures-schemas'
import * as starterEndpoints from '@carpeta/contract/procedures/starter-endpoints'
import { definitions as starterDefinitions } from '@carpeta/contract/procedures/starter-schemas'
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
  serve(api, proceduresEndpoints, proceduresDefinitions, {
    listProcedures: ({ caller: { user }, query }) => {
      if (can(user, 'procedures.change_procedures')) return listProcedures(db, 'active', query)
      if (!user.profile.is_client) throw new Forbidden()
      return listProcedures(db, 'offered', query)
    },
    listDeletedProcedures: ({ query }) => listProcedures(db, 'deleted', query),
    getProcedure: async ({ params }) => {
      const procedure = await findProcedure(db, params.id, 'active')
      if (!procedure) throw new NotFound()
      return presentForCatalogue(procedure)
    },
    createProcedure: async ({ caller, body }) =>
      presentForCatalogue(await createProcedure(api, caller, body)),
    changeProcedure: async ({ caller, params: { id }, body }) =>
      presentForCatalogue(await changeProcedure(api, caller, { id, changes: body })),
    deleteProcedure: async ({ caller, params }) => {
      await deleteProcedure(api, caller, params.id)
      return {}
    },
    restoreProcedure: async ({ caller, params }) =>
      presentForCatalogue(await restoreProcedure(api, caller, params.id)),
    orderProcedures: async ({ caller, body }) => {
      await orderProcedures(api, caller, body.ids)
      return {}
    },
  })

  // Usual procedures, with which a new cooperative begins its catalogue.
  serve(api, starterEndpoints, starterDefinitions, {
    listStarterProcedures: async () => ({ results: await listStarterProcedures(api) }),
    addStarterProcedures: async ({ caller, body }) => ({
      added: await addStarterProcedures(api, caller, body.titles),
    }),
  })
}
