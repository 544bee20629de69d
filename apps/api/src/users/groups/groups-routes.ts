import { empty } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import { pageQuery } from '@carpeta/contract/paging'
import {
  changeGroup as changeGroupForm,
  groupParams,
  groupSchema,
  groupsResponse,
  saveGroup,
} from '@carpeta/contract/users'
import type { Api } from '../../app.ts'
import { signedIn } from '../../http/access.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { staffOf } from '../../http/staff.ts'
import { readId } from '../read-id.ts'
import { deleteGroup } from './delete-group.ts'
import { countGroups, groupOrders, readGroupsPage } from './groups-store.ts'
import { presentGroup } from './present-group.ts'
import { changeGroup, createGroup } from './save-group.ts'

/** What gives permissions: seen by who manages users, changed by superusers (wire.md §10). */
export function groupsRoutes({ app, db }: Api): void {
  app.get(
    '/api/groups/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Los grupos',
        querystring: pageQuery,
        response: { ...errorResponses, 200: groupsResponse },
      },
    },
    async (request) => {
      const { user } = signedIn(request)
      const wanted = readPage(request.query, groupOrders)
      const { current, lastPage, ...rows } = pageWithin(wanted, await countGroups(db))
      const groups = await readGroupsPage(db, wanted.orderBy, wanted.descending, rows)
      return { results: groups.map((group) => presentGroup(group, user)), current, lastPage }
    },
  )

  app.post(
    '/api/groups/',
    {
      config: { access: 'superuser', fieldErrors: true },
      schema: {
        summary: 'Añadir un grupo',
        body: saveGroup,
        response: { ...errorResponses, 201: groupSchema },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createGroup(db, staffOf(request), request.body)),
  )

  app.patch(
    '/api/groups/:id/',
    {
      config: { access: 'superuser', fieldErrors: true },
      schema: {
        summary: 'Cambiar un grupo y lo que permite',
        params: groupParams,
        body: changeGroupForm,
        response: { ...errorResponses, 200: groupSchema },
      },
    },
    (request) => changeGroup(db, staffOf(request), readId(request.params.id), request.body),
  )

  app.delete(
    '/api/groups/:id/',
    {
      config: { access: 'superuser' },
      schema: {
        summary: 'Eliminar un grupo',
        params: groupParams,
        response: { ...errorResponses, 200: empty },
      },
    },
    async (request) => {
      await deleteGroup(db, staffOf(request), readId(request.params.id))
      return {}
    },
  )
}
