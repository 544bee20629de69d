import * as endpoints from '@carpeta/contract/users/groups-endpoints'
import { definitions } from '@carpeta/contract/users/groups-schemas'
import type { Api } from '../../http/api.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { serve } from '../../http/serve.ts'
import { readId } from '../read-id.ts'
import { deleteGroup } from './delete-group.ts'
import { countGroups, groupOrders, readGroupsPage } from './groups-store.ts'
import { presentGroup } from './present-group.ts'
import { changeGroup, createGroup } from './save-group.ts'

/** Groups of permissions: staff who manage users see them, superusers change them. */
export function groupsRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    listGroups: async ({ caller, query }) => {
      const requested = readPage(query, groupOrders)
      const { current, lastPage, ...rows } = pageWithin(requested, await countGroups(db))
      const groups = await readGroupsPage(db, requested.orderBy, requested.descending, rows)
      return { results: groups.map((group) => presentGroup(group, caller.user)), current, lastPage }
    },
    createGroup: ({ caller, body }) => createGroup(api, caller, body),
    changeGroup: ({ caller, params, body }) =>
      changeGroup(api, caller, { id: readId(params.id), changes: body }),
    deleteGroup: async ({ caller, params }) => {
      await deleteGroup(api, caller, readId(params.id))
      return {}
    },
  })
}
