import * as endpoints from '@carpeta/contract/users/users-endpoints'
import { definitions } from '@carpeta/contract/users/users-schemas'
import { updateOwnAccount } from '../account/update-own-account.ts'
import { isSelf } from '../http/access.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import { setSession } from '../http/set-session.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { changeUser } from './changes/change-user.ts'
import { createUser } from './changes/create-user.ts'
import { deleteUser } from './changes/delete-user.ts'
import { restoreUser } from './changes/restore-user.ts'
import { listUsers } from './list/list-users.ts'
import { readId } from './read-id.ts'
import { readUser } from './read-user.ts'

/** Staff manage accounts; every user reads and changes their own. */
export function usersRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
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
