import { z } from 'zod'
import { userSchema } from './auth.ts'
import { pageOf, pageQuery } from './paging.ts'
import { id, instant, text } from './text.ts'

/** Where an account stands between being opened and being used. */
export const invitationStates = ['no_email', 'not_invited', 'invited', 'active'] as const

export const invitationSchema = z.object({
  state: z.enum(invitationStates),
  /** When the last letter was queued. */
  invited_at: instant.nullable(),
  /** What became of it; null when none was ever queued. */
  delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
  /** The mail server's own words when it failed. */
  failure: z.string(),
})

export const userRowSchema = userSchema.extend({ invitation: invitationSchema })

export type UserRow = z.infer<typeof userRowSchema>

export const usersQuery = pageQuery.extend({
  fullname: z.string().optional(),
  email: z.string().optional(),
  social_security: z.string().optional(),
  invitation: z.string().optional().meta({ description: 'no_email, not_invited, invited, active' }),
})

export const usersResponse = pageOf(userRowSchema)

/** `POST /api/users/invite/`: these accounts, or all that the filters of the list match. */
export const inviteUsers = z.object({
  ids: z.array(id).max(1000).optional(),
  all: usersQuery
    .pick({ fullname: true, email: true, social_security: true, invitation: true })
    .optional(),
})
/** How many letters were queued; accounts without e-mail, active or already in the queue get none. */
export const inviteResponse = z.object({ queued: z.number().int().nonnegative() })

/** `GET /api/users/invitations/`: how far the queue is. */
export const invitationProgress = z.object({
  queued: z.number().int().nonnegative(),
  sent: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
})

/** Unknown keys are dropped, so that nothing outside this list can be assigned (wire.md §10). */
export const saveUser = z.object({
  first_name: text(150),
  last_name: text(150),
  email: text(254),
  old_password: text(1024).optional(),
  password: text(1024).optional(),
  invite: z.boolean().optional(),
  profile: z.object({ social_security: text(50) }),
  group_ids: z.array(id).optional(),
  is_active: z.boolean().optional(),
})

/** What a person may change of his own account; anything else in the body is dropped. */
export const saveOwnAccount = saveUser
  .pick({ first_name: true, last_name: true, email: true, old_password: true, password: true })
  .partial()

/** As it stands in the address: without the permission an odd id is a 403 like any other. */
export const userParams = z.object({ id: z.string() })

/** `permissions` and `members` for a superuser only. */
export const groupSchema = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.string()).optional(),
  members: z.number().int().nonnegative().optional(),
})
export const saveGroup = z.object({ name: text(150), permissions: z.array(text(100)).max(100) })
export const changeGroup = saveGroup.partial()
export const groupsResponse = pageOf(groupSchema)
