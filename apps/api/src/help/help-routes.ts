import { endpoints } from '@carpeta/contract/help'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { changeHelpPage, createHelpPage, deleteHelpPage } from './help-pages.ts'
import { listPages } from './help-pages-store.ts'

/** The cooperative's own pages of the help. */
export function helpRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/help-pages/': async () => ({ results: await listPages(api.db) }),
    'POST /api/help-pages/': ({ caller, body }) => createHelpPage(api, caller, body),
    'PATCH /api/help-pages/:id/': ({ caller, params: { id }, body: { version, ...form } }) =>
      changeHelpPage(api, caller, { id, version, form }),
    'DELETE /api/help-pages/:id/': async ({ caller, params }) => {
      await deleteHelpPage(api, caller, params.id)
      return {}
    },
  })
}
