import * as emailChangeEndpoints from '@carpeta/contract/users/email-change-endpoints'
import { definitions as emailChangeDefinitions } from '@carpeta/contract/users/email-change-schemas'
import * as groupsEndpoints from '@carpeta/contract/users/groups-endpoints'
import { definitions as groupsDefinitions } from '@carpeta/contract/users/groups-schemas'
import * as invitationsEndpoints from '@carpeta/contract/users/invitations-endpoints'
import { definitions as invitationsDefinitions } from '@carpeta/contract/users/invitations-schemas'
import * as usersEndpoints from '@carpeta/contract/users/users-endpoints'
import { definitions as usersDefinitions } from '@carpeta/contract/users/users-schemas'
import { updateOwnAccount } from '../account/own-account.ts'
import { isSelf, readId } from '../http/access.ts'
import type { Api } from '../http/api.ts'
import { Malformed } from '../http/errors.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { serve } from '../http/serve.ts'
import { setSession } from '../http/set-session.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { deleteUser, restoreUser } from './delete-user.ts'
import { cancelEmailChange, confirmEmailChange, revertEmailChange } from './email-change.ts'
import { changeGroup, createGroup, deleteGroup, presentGroup } from './groups.ts'
import { countGroups, groupOrders, readGroupsPage } from './groups-store.ts'
import { inviteUser, inviteUsers, revokeInvitation } from './invitations.ts'
import { countDeliveries } from './invitations-store.ts'
import { changeUser, createUser } from './save-user.ts'
import { listUsers, readUser } from './users-list.ts'

type Services = Api & { limits: RateLimits }

export function usersRoutes(api: Services): void {
  accountRoutes(api)
  emailChangeRoutes(api)
  groupsRoutes(api)
  invitationsRoutes(api)
}

/** Staff manage accounts; every user reads and changes their own. */
function accountRoutes(api: Services): void {
  serve(api, usersEndpoints, usersDefinitions, {
    listUsers: ({ caller, query }) => listUsers(api, caller, { which: 'active', query }),
    listDeletedUsers: ({ caller, query }) => listUsers(api, caller, { which: 'deleted', query }),
    createUser: ({ caller, body }) => createUser(api, caller, body),
    getUser: ({ caller, params }) =>
      isSelf(caller.user, params) ? caller.user : readUser(api, caller, readId(params.id)),
    changeUser: async ({ caller, params, body, request, reply }) => {
      if (!isSelf(caller.user, params)) {
        return changeUser(api, caller, { userId: readId(params.id), changes: body })
      }
      const { user, sessionId } = await updateOwnAccount(api, caller, body)
      if (sessionId) setSession(api, request, reply, sessionId)
      return user
    },
    deleteUser: async ({ caller, params }) => {
      await deleteUser(api, caller, readId(params.id))
      return {}
    },
    restoreUser: ({ caller, params }) => restoreUser(api, caller, readId(params.id)),
  })
}

/** The links of a change of email, and its cancellation. */
function emailChangeRoutes(api: Services): void {
  serve(api, emailChangeEndpoints, emailChangeDefinitions, {
    confirmEmailChange: async ({ caller, body }) => {
      await confirmEmailChange(api, caller, body.token)
      return {}
    },
    revertEmailChange: async ({ caller, body }) => {
      await revertEmailChange(api, caller, body.token)
      return {}
    },
    cancelEmailChange: ({ caller, params }) => cancelEmailChange(api, caller, readId(params.id)),
  })
}

/** Groups of permissions: staff who manage users see them, superusers change them. */
function groupsRoutes(api: Api): void {
  const { db } = api
  serve(api, groupsEndpoints, groupsDefinitions, {
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

/** Invitations to accounts that are not activated. */
function invitationsRoutes(api: Api): void {
  serve(api, invitationsEndpoints, invitationsDefinitions, {
    inviteUsers: async ({ caller, body: { ids, all } }) => {
      if (!ids && !all) throw new Malformed()
      const selection = ids ? { ids } : { all: { ...all } }
      return { queued: await inviteUsers(api, caller, selection) }
    },
    getInvitationProgress: () => countDeliveries(api.db),
    inviteUser: ({ caller, params }) => inviteUser(api, caller, readId(params.id)),
    revokeInvitation: ({ caller, params }) => revokeInvitation(api, caller, readId(params.id)),
  })
}
