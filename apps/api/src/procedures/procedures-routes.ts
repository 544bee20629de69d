import * as endpoints from '@carpeta/contract/procedures/procedures-endpoints'
import { definitions } from '@carpeta/contract/procedures/procedures-schemas'
import { can } from '@carpeta/domain/access/permissions'
import type { Api } from '../http/api.ts'
import { Forbidden, NotFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { changeProcedure } from './change-procedure.ts'
import { createProcedure } from './create-procedure.ts'
import { deleteProcedure } from './delete-procedure.ts'
import { pageOfProcedures } from './list-procedures.ts'
import { orderProcedures } from './order-procedures.ts'
import { presentForCatalogue } from './present-procedure.ts'
import { findProcedure } from './procedures-store.ts'
import { restoreProcedure } from './restore-procedure.ts'

/** The procedures that members can request, and the catalogue that staff edit. */
export function proceduresRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    listProcedures: ({ caller: { user }, query }) => {
      if (can(user, 'procedures.change_procedures')) return pageOfProcedures(db, 'active', query)
      if (!user.profile.is_client) throw new Forbidden()
      return pageOfProcedures(db, 'offered', query)
    },
    listDeletedProcedures: ({ query }) => pageOfProcedures(db, 'deleted', query),
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
}
