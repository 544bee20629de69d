import { secondFactorMethods } from '@carpeta/domain/access/second-factor-rules'
import { accountStates } from '@carpeta/domain/people/account-state'
import { userLimits } from '@carpeta/domain/people/user-form-rules'
import { z } from 'zod'
import { nextLinkSchema } from './account.ts'
import { userSchema } from './auth.ts'
import {
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  sentence,
  text,
} from './endpoint.ts'

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

const usersQuery = pageQuery.extend({
  fullname: text().optional(),
  email: text().optional(),
  social_security: text().optional(),
  invitation: text().optional().meta({
    description: 'no_email, not_invited, invited, active, inactive, failed, failed_invitable',
  }),
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
  .extend({
    profile: userFields.shape.profile.partial(),
    /** The account starts again from its email, or from the new one, which counts at once. */
    identity_checked: z.boolean(),
  })
  .partial()

/** The fields of their own account that users can change; others are dropped. */
export const saveOwnAccount = userFields
  .pick({ first_name: true, last_name: true, email: true, old_password: true, password: true })
  .extend({ profile: userFields.shape.profile.pick({ updated_at: true }).partial() })
  .partial()

/** Text, so that without the permission an invalid id is a 403 too. */
const userParams = z.object({ id: z.string() })

// `isLimited`: other accounts match the text too, and have no pages.
const page = pageOf(userRowSchema).extend({ isLimited: z.boolean() })

/** Only superusers get `permissions` and `members`. */
const groupSchema = z.object({
  id,
  name: z.string(),
  permissions: z.array(z.string()).optional(),
  members: z.number().int().nonnegative().optional(),
})

export type WireGroup = z.infer<typeof groupSchema>

const groupFields = z.object({ name: text(150), permissions: z.array(text(100)).max(100) })

export const saveGroup = groupFields.extend({
  name: groupFields.shape.name.default(''),
  permissions: groupFields.shape.permissions.default([]),
})

/** Missing fields do not change. A group that is not as it was read is refused. */
export const changeGroup = groupFields.partial().extend({ as_read: groupFields.optional() })

const access = 'users.manage_users'
const count = z.number().int().nonnegative()

/** Certain accounts, or all that match the filters of the list. */
export const inviteesSchema = z.object({
  ids: z.array(id).max(1000).optional(),
  all: usersQuery
    .pick({ fullname: true, email: true, social_security: true, invitation: true })
    .optional(),
})

const body = z.object({ token: text(100) })
const errors = { 409: sentence, 422: sentence }

export const endpoints = {
  'GET /api/users/': {
    access: 'users.manage_users',
    summary: 'Los usuarios',
    query: usersQuery,
    answer: page,
  },
  'GET /api/users/trashed/': {
    access: 'auth.delete_user',
    summary: 'Los usuarios eliminados',
    query: usersQuery,
    answer: page,
  },
  'POST /api/users/': {
    access: 'auth.add_user',
    summary: 'Añadir un usuario',
    fieldErrors: true,
    body: saveUser,
    status: 201,
    answer: userSchema,
  },
  'GET /api/users/:id/': {
    access: 'users.manage_users',
    orSelf: true,
    inView: true,
    summary: 'Un usuario, o la propia cuenta',
    params: userParams,
    answer: userSchema,
  },
  'PATCH /api/users/:id/': {
    access: 'auth.change_user',
    orSelf: true,
    summary: 'Cambiar un usuario, o la propia cuenta',
    fieldErrors: true,
    params: userParams,
    body: changeUser,
    answer: userSchema,
  },
  'DELETE /api/users/:id/': {
    access: 'auth.delete_user',
    summary: 'Eliminar un usuario',
    params: userParams,
    answer: empty,
  },
  'PATCH /api/users/:id/restore/': {
    access: 'auth.delete_user',
    summary: 'Restaurar un usuario',
    fieldErrors: true,
    params: userParams,
    answer: userSchema,
  },

  'GET /api/users/:id/open-matters/': {
    access: 'auth.delete_user',
    summary: 'Lo que queda abierto si se elimina un usuario',
    params: userParams,
    answer: z.object({
      sales: count.meta({ description: 'Aprobadas y sin terminar, de las que es titular' }),
      requests: count.meta({ description: 'Abiertas, que envió' }),
      assigned: count.meta({ description: 'Solicitudes abiertas de las que es encargado' }),
    }),
  },

  'GET /api/groups/': {
    access: 'users.manage_users',
    summary: 'Los grupos',
    query: pageQuery,
    answer: pageOf(groupSchema),
  },
  'GET /api/groups/trashed/': {
    access: 'users.manage_users',
    summary: 'Los grupos eliminados, que no se guardan',
    query: pageQuery,
    answer: pageOf(groupSchema),
  },
  'GET /api/groups/:id/': {
    access: 'users.manage_users',
    summary: 'Un grupo',
    params: userParams,
    answer: groupSchema,
  },
  'POST /api/groups/': {
    access: 'superuser',
    summary: 'Añadir un grupo',
    fieldErrors: true,
    body: saveGroup,
    status: 201,
    answer: groupSchema,
  },
  'PATCH /api/groups/:id/': {
    access: 'superuser',
    summary: 'Cambiar un grupo y lo que permite',
    fieldErrors: true,
    params: userParams,
    body: changeGroup,
    answer: groupSchema,
    errors: { 409: sentence },
  },
  'DELETE /api/groups/:id/': {
    access: 'superuser',
    summary: 'Eliminar un grupo',
    params: userParams,
    answer: empty,
  },

  'POST /api/users/invite/': {
    access,
    summary: 'Invitar a varios usuarios; pide haber confirmado la contraseña hace poco',
    body: inviteesSchema,
    // Without accounts that have no email, are active, are already queued or were invited within a day: `recent`.
    answer: z.object({
      queued: count,
      recent: count,
      /** Null when none is queued. */
      invited_at: instant.nullable(),
    }),
  },
  'GET /api/users/invitations/': {
    access,
    summary: 'Cómo van los correos de invitación: todos, o los de una vez',
    query: z.object({
      invited_at: instant.optional().meta({ description: 'El momento en que se invitó' }),
    }),
    answer: z.object({ queued: count, sent: count, failed: count }),
  },
  'POST /api/users/:id/invite/': {
    access,
    summary: 'Invitar a un usuario, también de nuevo',
    params: userParams,
    answer: userRowSchema,
  },
  'POST /api/users/:id/revoke/': {
    access,
    summary: 'Revocar la invitación a un usuario',
    params: userParams,
    answer: userRowSchema,
  },

  'POST /api/email-change/confirm/': {
    access: 'public',
    summary: 'Confirmar un correo nuevo, con el enlace que llegó a él',
    body,
    answer: empty,
    errors,
  },
  'POST /api/email-change/revert/': {
    access: 'public',
    summary: 'Detener o deshacer un cambio de correo, con el enlace que llegó al anterior',
    body,
    answer: nextLinkSchema,
    errors,
  },
  'DELETE /api/users/:id/email-change/': {
    access: 'auth.change_user',
    orSelf: true,
    summary: 'Cancelar un cambio de correo sin confirmar',
    params: userParams,
    answer: userSchema,
  },
  'GET /api/users/:id/sign-in/': {
    access: 'auth.change_user',
    summary: 'Los segundos factores y las sesiones abiertas de un usuario',
    params: userParams,
    answer: z.object({
      methods: z.array(z.enum(secondFactorMethods)),
      open_sessions: z.int(),
    }),
  },
  'POST /api/users/:id/second-factor/reset/': {
    access: 'auth.change_user',
    summary: 'Restablecer el segundo factor de un usuario',
    params: userParams,
    answer: empty,
  },
  'POST /api/users/:id/sessions/end/': {
    access: 'auth.change_user',
    summary: 'Cerrar las sesiones de un usuario',
    params: userParams,
    answer: z.object({ ended: z.int() }),
  },
} as const satisfies EndpointTable
