import { accountStates } from '@carpeta/domain/people/account-state'
import { userLimits } from '@carpeta/domain/people/user-form-rules'
import { z } from 'zod'
import { empty } from '../answers.ts'
import { userSchema } from '../auth/auth-schemas.ts'
import type { Definition } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, text } from '../text.ts'

const invitationStates = ['no_email', 'not_invited', 'invited', 'active'] as const

const invitationSchema = z.object({
  state: z.enum(invitationStates),
  /** When the last email was queued. */
  invited_at: instant.nullable(),
  /** The state of that email; null when there is none. */
  delivery: z.enum(['queued', 'sent', 'failed']).nullable(),
  /** The mail server's error when it failed. */
  failure: z.string(),
})

export const userRowSchema = userSchema.extend({
  account_state: z.enum(accountStates),
  /** The names of the groups. */
  groups: z.array(z.string()),
  invitation: invitationSchema,
})

export type UserRow = z.infer<typeof userRowSchema>

export const usersQuery = pageQuery.extend({
  fullname: text().optional(),
  email: text().optional(),
  social_security: text().optional(),
  invitation: text()
    .optional()
    .meta({ description: 'no_email, not_invited, invited, active, inactive, failed' }),
})

// Longer than the rule of names allows: names from before stay valid while they do not change.
const personName = text(150)

const userFields = z.object({
  first_name: personName,
  last_name: personName,
  email: text(userLimits.email),
  old_password: text(1024),
  password: text(1024),
  profile: z.object({
    social_security: text(50),
    /** As read; the API refuses the change if the account has changed since. */
    updated_at: instant,
  }),
  group_ids: z.array(id).max(100),
  is_active: z.boolean(),
})

/**
 * A missing field counts as empty, so that the form's sentence reports it. Unknown keys are dropped, so
 * that no other field can be assigned (docs/specification.md §11.28).
 */
export const saveUser = z.object({
  first_name: userFields.shape.first_name.default(''),
  last_name: userFields.shape.last_name.default(''),
  email: userFields.shape.email.default(''),
  password: userFields.shape.password.default(''),
  /** Sends an email with which the new user chooses a password. */
  invite: z.boolean().default(false),
  profile: userFields.shape.profile.pick({ social_security: true }).partial().default({}),
  group_ids: userFields.shape.group_ids.optional(),
  is_active: userFields.shape.is_active.optional(),
})

/** Missing fields do not change, nor does the password when it is empty. */
export const changeUser = userFields
  .extend({ profile: userFields.shape.profile.partial() })
  .partial()

/** The fields of their own account that users can change; others are dropped. */
export const saveOwnAccount = userFields
  .pick({ first_name: true, last_name: true, email: true, old_password: true, password: true })
  .extend({ profile: userFields.shape.profile.pick({ updated_at: true }).partial() })
  .partial()

/** Text, so that without the permission an invalid id is a 403 too. */
export const userParams = z.object({ id: z.string() })

// `isLimited`: other accounts match the text too, and have no pages.
const page = pageOf(userRowSchema).extend({ isLimited: z.boolean() })

export const definitions = {
  listUsers: {
    access: 'users.manage_users',
    summary: 'Los usuarios',
    query: usersQuery,
    answer: page,
  },
  listDeletedUsers: {
    access: 'auth.delete_user',
    summary: 'Los usuarios eliminados',
    query: usersQuery,
    answer: page,
  },
  createUser: {
    access: 'auth.add_user',
    summary: 'Añadir un usuario',
    fieldErrors: true,
    body: saveUser,
    status: 201,
    answer: userSchema,
  },
  getUser: {
    access: 'users.manage_users',
    orSelf: true,
    inView: true,
    summary: 'Un usuario, o la propia cuenta',
    params: userParams,
    answer: userSchema,
  },
  changeUser: {
    access: 'auth.change_user',
    orSelf: true,
    summary: 'Cambiar un usuario, o la propia cuenta',
    fieldErrors: true,
    params: userParams,
    body: changeUser,
    answer: userSchema,
  },
  deleteUser: {
    access: 'auth.delete_user',
    summary: 'Eliminar un usuario',
    params: userParams,
    answer: empty,
  },
  restoreUser: {
    access: 'auth.delete_user',
    summary: 'Restaurar un usuario',
    fieldErrors: true,
    params: userParams,
    answer: userSchema,
  },
} as const satisfies Record<string, Definition>
