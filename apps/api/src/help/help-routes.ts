import * as endpoints from '@carpeta/contract/help/help-pages-endpoints'
import { definitions } from '@carpeta/contract/help/help-pages-schemas'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { deleteHelpPage } from './delete-help-page.ts'
import { listPages } from './help-pages-store.ts'
import { changeHelpPage, createHelpPage } from './save-help-page.ts'

/** What the cooperative adds to the help. */
export function helpRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listHelpPages: async () => ({ results: await listPages(api.db) }),
    createHelpPage: ({ caller, body }) => createHelpPage(api, caller, body),
    changeHelpPage: ({ caller, params: { id }, body: { version, ...form } }) =>
      changeHelpPage(api, caller, { id, version, form }),
    deleteHelpPage: async ({ caller, params }) => {
      await deleteHelpPage(api, caller, params.id)
      return {}
    },
  })
}
