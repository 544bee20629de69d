import { empty, userSchema } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import {
  changeUser as changeUserForm,
  saveUser,
  userParams,
  usersQuery,
  usersResponse,
} from '@carpeta/contract/users'
import { updateOwnAccount } from '../account/update-own-account.ts'
import type { Api } from '../app.ts'
import { isSelf, signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { staffOf } from '../http/staff.ts'
import { changeUser } from './changes/change-user.ts'
import { createUser } from './changes/create-user.ts'
import { deleteUser } from './changes/delete-user.ts'
import { restoreUser } from './changes/restore-user.ts'
import { listUsers } from './list/list-users.ts'
import { readId } from './read-id.ts'
import { readUser } from './read-user.ts'

/** Accounts, for who manages them; everybody reads and changes his own (spec §7, wire.md §10). */
export function usersRoutes(api: Api): void {
  const { app, db, cookies, csrf } = api

  app.get(
    '/api/users/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Los usuarios',
        querystring: usersQuery,
        response: { ...errorResponses, 200: usersResponse },
      },
    },
    (request) => listUsers(db, actorOf(request), 'active', request.query),
  )

  app.get(
    '/api/users/trashed/',
    {
      config: { access: 'auth.delete_user' },
      schema: {
        summary: 'Los usuarios eliminados',
        querystring: usersQuery,
        response: { ...errorResponses, 200: usersResponse },
      },
    },
    (request) => listUsers(db, actorOf(request), 'trashed', request.query),
  )

  app.post(
    '/api/users/',
    {
      config: { access: 'auth.add_user', fieldErrors: true },
      schema: {
        summary: 'Añadir un usuario',
        body: saveUser,
        response: { ...errorResponses, 201: userSchema },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createUser(db, staffOf(request), request.body)),
  )

  app.get(
    '/api/users/:id/',
    {
      config: { access: 'users.manage_users', orSelf: true, inView: true },
      schema: {
        summary: 'Un usuario, o la propia cuenta',
        params: userParams,
        response: { ...errorResponses, 200: userSchema },
      },
    },
    async (request) => {
      if (isSelf(request)) return signedIn(request).user
      return readUser(db, staffOf(request), readId(request.params.id))
    },
  )

  app.patch(
    '/api/users/:id/',
    {
      config: { access: 'auth.change_user', orSelf: true, fieldErrors: true },
      schema: {
        summary: 'Cambiar un usuario, o la propia cuenta',
        params: userParams,
        body: changeUserForm,
        response: { ...errorResponses, 200: userSchema },
      },
    },
    async (request, reply) => {
      if (!isSelf(request)) {
        return changeUser(api, staffOf(request), readId(request.params.id), request.body)
      }
      const visit = {
        userAgent: request.headers['user-agent'] ?? '',
        actor: actorOf(request),
      }
      const updated = await updateOwnAccount(api, signedIn(request).user, request.body, visit)
      if (updated.sessionId) {
        cookies.setSession(reply, updated.sessionId)
        csrf.issue(request, reply, updated.sessionId)
      }
      return updated.user
    },
  )

  app.delete(
    '/api/users/:id/',
    {
      config: { access: 'auth.delete_user' },
      schema: {
        summary: 'Eliminar un usuario',
        params: userParams,
        response: { ...errorResponses, 200: empty },
      },
    },
    async (request) => {
      await deleteUser(db, staffOf(request), readId(request.params.id))
      return {}
    },
  )

  app.patch(
    '/api/users/:id/restore/',
    {
      config: { access: 'auth.delete_user', fieldErrors: true },
      schema: {
        summary: 'Restaurar un usuario',
        params: userParams,
        response: { ...errorResponses, 200: userSchema },
      },
    },
    (request) => restoreUser(db, staffOf(request), readId(request.params.id)),
  )
}
