import { errorResponses } from '@carpeta/contract/errors'
import {
  invitationProgress,
  inviteResponse,
  inviteUsers as inviteUsersForm,
  userParams,
  userRowSchema,
} from '@carpeta/contract/users'
import type { Api } from '../../app.ts'
import { Malformed } from '../../http/errors.ts'
import { staffOf } from '../../http/staff.ts'
import { readId } from '../read-id.ts'
import { inviteUser } from './invite-user.ts'
import { inviteUsers } from './invite-users.ts'
import { countDeliveries } from './invitees-store.ts'
import { revokeInvitation } from './revoke-invitation.ts'

/** Letters to accounts that nobody has activated so far. */
export function invitationsRoutes({ app, db }: Api): void {
  app.post(
    '/api/users/invite/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Invitar a varios usuarios',
        body: inviteUsersForm,
        response: { ...errorResponses, 200: inviteResponse },
      },
    },
    async (request) => {
      const { ids, all } = request.body
      if (!ids && !all) throw new Malformed()
      const wanted = ids ? { ids } : { all: { ...all } }
      return { queued: await inviteUsers(db, staffOf(request), wanted) }
    },
  )

  app.get(
    '/api/users/invitations/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Cómo van las cartas',
        response: { ...errorResponses, 200: invitationProgress },
      },
    },
    () => countDeliveries(db),
  )

  app.post(
    '/api/users/:id/invite/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Invitar a un usuario, también de nuevo',
        params: userParams,
        response: { ...errorResponses, 200: userRowSchema },
      },
    },
    (request) => inviteUser(db, staffOf(request), readId(request.params.id)),
  )

  app.post(
    '/api/users/:id/revoke/',
    {
      config: { access: 'users.manage_users' },
      schema: {
        summary: 'Revocar la invitación a un usuario',
        params: userParams,
        response: { ...errorResponses, 200: userRowSchema },
      },
    },
    (request) => revokeInvitation(db, staffOf(request), readId(request.params.id)),
  )
}
