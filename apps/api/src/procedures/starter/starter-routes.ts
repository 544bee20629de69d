import * as endpoints from '@carpeta/contract/procedures/starter-endpoints'
import { definitions } from '@carpeta/contract/procedures/starter-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { addStarterProcedures } from './add-starter-procedures.ts'
import { listStarterProcedures } from './list-starter-procedures.ts'

/** Usual procedures, with which a new cooperative begins its catalogue. */
export function starterRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listStarterProcedures: async () => ({ results: await listStarterProcedures(api) }),
    addStarterProcedures: async ({ caller, body }) => ({
      added: await addStarterProcedures(api, caller, body.titles),
    }),
  })
}
