import { endpoints } from '@carpeta/contract/users'
import {
  cancelEmailChange,
  confirmEmailChange,
  revertEmailChange,
} from '../account/email-change.ts'
import { updateOwnAccount } from '../account/own-account.ts'
import { isSelf, readId } from '../http/access.ts'
import type { Api } from '../http/api.ts'
import { setSession } from '../http/csrf.ts'
import { Malformed, NotFound } from '../http/errors.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { serve } from '../http/serve.ts'
import { countGroups, findGroup, groupOrders, readGroupsPage } from '../people/groups-store.ts'
import { countDeliveries } from '../people/invitations-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { deleteUser, readOpenMatters, restoreUser } from './delete-user.ts'
import { changeGroup, createGroup, deleteGroup, presentGroup } from './groups.ts'
import { inviteUser, inviteUsers, revokeInvitation } from './invitations.ts'
import { changeUser, createUser } from './save-user.ts'
import { endUserSessions, readUserSignIn, resetSecondFactor } from './user-sign-in.ts'
import { listUsers, readUser } from './users-list.ts'

type Services = Api & { limits: RateLimits }

/** Staff manage accounts, groups and invitations; every user reads and changes their own account. */
export function usersRoutes(api: Services): void {
  const { db } = api
  serve(api, endpoints, {
    'GET /api/users/': ({ caller, query }) => listUsers(api, caller, { which: 'active', query }),
    'GET /api/users/trashed/': ({ caller, query }) =>
      listUsers(api, caller, { which: 'deleted', query }),
    'POST /api/users/': ({ caller, body }) => createUser(api, caller, body),
    'GET /api/users/:id/': ({ caller, params }) =>
      isSelf(caller.user, params) ? caller.user : readUser(api, caller, readId(params.id)),
    'PATCH /api/users/:id/': async ({ caller, params, body: sent, request, reply }) => {
      const body = withVersion(sent, request.headers['if-match'])
      if (!isSelf(caller.user, params)) {
        return changeUser(api, caller, { userId: readId(params.id), changes: body })
      }
      const { user, sessionId } = await updateOwnAccount(
        api,
        caller,
        body,
        api.cookies.device(request),
      )
      if (sessionId) setSession(api, request, reply, sessionId)
      return user
    },
    'DELETE /api/users/:id/': async ({ caller, params }) => {
      await deleteUser(api, caller, readId(params.id))
      return {}
    },
    'GET /api/users/:id/open-matters/': ({ caller, params }) =>
      readOpenMatters(api, caller, readId(params.id)),
    'PATCH /api/users/:id/restore/': ({ caller, params }) =>
      restoreUser(api, caller, readId(params.id)),

    // The links of a change of email, and its cancellation.
    'POST /api/email-change/confirm/': async ({ caller, body }) => {
      await confirmEmailChange(api, caller, body.token)
      return {}
    },
    'POST /api/email-change/revert/': async ({ caller, body }) => ({
      token: await revertEmailChange(api, caller, body.token),
    }),
    'DELETE /api/users/:id/email-change/': ({ caller, params }) =>
      cancelEmailChange(api, caller, readId(params.id)),

    // Groups of permissions: staff who manage users see them, superusers change them.
    'GET /api/groups/': async ({ caller, query }) => {
      // The specification asks for them without a query: there are few.
      const pageSize = query.pageSize ?? '999'
      const requested = readPage({ ...query, pageSize }, groupOrders)
      const { current, lastPage, ...rows } = pageWithin(requested, await countGroups(db))
      const groups = await readGroupsPage(db, requested.orderBy, requested.descending, rows)
      return { results: groups.map((group) => presentGroup(group, caller.user)), current, lastPage }
    },
    // A group is deleted for good.
    'GET /api/groups/trashed/': async () => ({ results: [], current: 1, lastPage: 1 }),
    'GET /api/groups/:id/': async ({ caller, params }) => {
      const group = await findGroup(db, readId(params.id))
      if (!group) throw new NotFound()
      return presentGroup(group, caller.user)
    },
    'POST /api/groups/': ({ caller, body }) => createGroup(api, caller, body),
    'PATCH /api/groups/:id/': ({ caller, params, body }) =>
      changeGroup(api, caller, { id: readId(params.id), changes: body }),
    'DELETE /api/groups/:id/': async ({ caller, params }) => {
      await deleteGroup(api, caller, readId(params.id))
      return {}
    },

    // Invitations to accounts that are not activated.
    'POST /api/users/invite/': ({ caller, body: { ids, all } }) => {
      if (!ids && !all) throw new Malformed()
      return inviteUsers(api, caller, ids ? { ids } : { all: { ...all } })
    },
    'GET /api/users/invitations/': ({ query }) => countDeliveries(db, query.invited_at),
    'POST /api/users/:id/invite/': ({ caller, params }) =>
      inviteUser(api, caller, readId(params.id)),
    'POST /api/users/:id/revoke/': ({ caller, params }) =>
      revokeInvitation(api, caller, readId(params.id)),

    // How another user logs in.
    'GET /api/users/:id/sign-in/': ({ caller, params }) =>
      readUserSignIn(api, caller, readId(params.id)),
    'POST /api/users/:id/second-factor/reset/': async ({ caller, params }) => {
      await resetSecondFactor(api, caller, readId(params.id))
      return {}
    },
    'POST /api/users/:id/sessions/end/': async ({ caller, params }) => ({
      ended: await endUserSessions(api, caller, readId(params.id)),
    }),
  })
}

/** The version that the form shows, which the body of the specification has no field for, is the `If-Match` header. */
function withVersion<Changes extends { profile?: { updated_at?: string | undefined } | undefined }>(
  changes: Changes,
  condition: string | undefined,
): Changes {
  if (condition === undefined) return changes
  const updated_at = condition.replace(/^"|"$/g, '')
  return { ...changes, profile: { ...changes.profile, updated_at } }
}
