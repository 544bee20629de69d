import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { id } from '../text.ts'
import { userParams, userRowSchema, usersQuery } from './users-schemas.ts'

const access = 'users.manage_users'
const count = z.number().int().nonnegative()

/** Certain accounts, or all that match the filters of the list. */
export const inviteesSchema = z.object({
  ids: z.array(id).max(1000).optional(),
  all: usersQuery
    .pick({ fullname: true, email: true, social_security: true, invitation: true })
    .optional(),
})

export const definitions = {
  inviteUsers: {
    access,
    summary: 'Invitar a varios usuarios',
    body: inviteesSchema,
    // Without accounts that have no email, are active or are already queued.
    answer: z.object({ queued: count }),
  },
  getInvitationProgress: {
    access,
    summary: 'Cómo van los correos',
    answer: z.object({ queued: count, sent: count, failed: count }),
  },
  inviteUser: {
    access,
    summary: 'Invitar a un usuario, también de nuevo',
    params: userParams,
    answer: userRowSchema,
  },
  revokeInvitation: {
    access,
    summary: 'Revocar la invitación a un usuario',
    params: userParams,
    answer: userRowSchema,
  },
} as const satisfies Record<string, Definition>
