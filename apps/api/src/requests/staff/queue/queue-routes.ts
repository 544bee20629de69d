import * as endpoints from '@carpeta/contract/requests/queue-endpoints'
import { definitions } from '@carpeta/contract/requests/queue-schemas'
import type { Api } from '../../../http/api.ts'
import { serve } from '../../../http/serve.ts'
import { assignRequests } from './assign-requests.ts'
import { exportRequests } from './export-requests.ts'
import { deleteSavedFilter, saveFilter } from './save-filter.ts'
import { listSavedFilters } from './saved-filters-store.ts'

/** The queue as a whole: many requests at once, and the filters that staff keep. */
export function queueRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    assignRequests: async ({ caller, body }) => {
      const { requests, user_id: assigneeId } = body
      return { results: await assignRequests(api, caller, { requests, assigneeId }) }
    },
    downloadRequests: async ({ caller, query, reply }) => {
      const csv = await exportRequests(api, caller, query)
      return reply
        .type(definitions.downloadRequests.file)
        .header('content-disposition', 'attachment; filename="solicitudes.csv"')
        .send(csv)
    },
    listSavedFilters: async ({ caller }) => ({
      results: await listSavedFilters(api.db, caller.user.id),
    }),
    saveFilter: ({ caller, body }) => saveFilter(api, caller, body),
    deleteSavedFilter: async ({ caller, params }) => {
      await deleteSavedFilter(api, caller, params.id)
      return {}
    },
  })
}
