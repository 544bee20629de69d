import * as endpoints from '@carpeta/contract/imports/import-tokens-endpoints'
import { definitions } from '@carpeta/contract/imports/import-tokens-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { createImportToken } from './create-import-token.ts'
import { listTokens } from './import-tokens-store.ts'
import { revokeImportToken } from './revoke-import-token.ts'

/** Tokens with which a program loads exports, as staff manage them. */
export function importTokensRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listImportTokens: async () => ({ results: await listTokens(api.db) }),
    createImportToken: ({ caller, body }) => createImportToken(api, caller, body),
    revokeImportToken: async ({ caller, params }) => {
      await revokeImportToken(api, caller, params.id)
      return {}
    },
  })
}
