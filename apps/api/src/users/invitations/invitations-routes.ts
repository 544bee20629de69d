import * as endpoints from '@carpeta/contract/users/invitations-endpoints'
import { definitions } from '@carpeta/contract/users/invitations-schemas'
import type { Api } from '../../http/api.ts'
import { Malformed } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { readId } from '../read-id.ts'
import { inviteUser } from './invite-user.ts'
import { inviteUsers } from './invite-users.ts'
import { countDeliveries } from './invitees-store.ts'
import { revokeInvitation } from './revoke-invitation.ts'

/** Invitations to accounts that are not activated. */
export function invitationsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
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
