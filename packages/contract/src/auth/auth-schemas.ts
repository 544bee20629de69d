import { secondFactorMethods } from '@carpeta/domain/access/second-factor-rules'
import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, instant, text } from '../text.ts'

export const profileSchema = z.object({
  id,
  name: z.string().meta({ description: "El nombre del grupo, o 'Socio'" }),
  social_security: z.string().meta({ description: 'Rut canónico, 12345678-5' }),
  is_client: z.boolean(),
  updated_at: instant,
})

/** A user for the browser, which stores it as `user` (docs/specification.md §3.12). */
export const userSchema = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  permissions: z.array(z.string()),
  group_ids: z.array(id),
  /** Only while a required second factor is missing: every other call answers 403. */
  must_enroll_second_factor: z.literal(true).optional(),
  /** Only while the password is one that staff chose: every other call answers 403. */
  must_change_password: z.literal(true).optional(),
  /** The email of a change that its owner has not confirmed (docs/decisions/accounts.md). */
  pending_email: z.string().optional(),
  profile: profileSchema,
  deleted_at: instant.nullable(),
})

export type User = z.infer<typeof userSchema>

/** The logged-in user. In a view as a member: the member, and `viewed_by` is the viewer. */
export const signedInUserSchema = userSchema.extend({
  extended: z.literal(true).optional().meta({
    description:
      'Esta API tiene también las llamadas que la especificación no tiene; sin él, el portal deja fuera lo que las usa',
  }),
  viewed_by: z.object({ id, name: z.string() }).optional(),
})

export type SignedInUser = z.infer<typeof signedInUserSchema>

/** The password is right, and the account has a second factor; or another 403, without methods. */
const secondFactorRequired = z.object({
  detail: z.string(),
  methods: z.array(z.enum(secondFactorMethods)).optional(),
})

/** Accepted for existing callers; the API always answers JSON. */
const formatQuery = z.object({ format: z.string().optional() })

export const definitions = {
  getCsrfToken: {
    access: 'public',
    summary: 'Un token CSRF',
    query: formatQuery,
    answer: z.object({ token: z.string().length(64) }),
  },
  logIn: {
    access: 'public',
    summary: 'Ingresar con rut o correo',
    fieldErrors: true,
    // A `username` with an `@` is an email, otherwise a rut.
    body: z.object({
      username: text(300).default(''),
      password: text(1024).default(''),
      /** Of the second factor, in a second call after a 403 `second_factor_required`. */
      code: text(50).optional(),
    }),
    answer: signedInUserSchema,
    errors: { 403: secondFactorRequired },
  },
  logOut: {
    access: 'public',
    inView: true,
    summary: 'Cerrar la sesión',
    answer: empty,
  },
  reauthenticate: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Confirmar quién es, antes de una acción delicada',
    body: z.object({ password: text(1024) }),
    answer: empty,
  },
  getSignedInUser: {
    access: 'user',
    inView: true,
    allowedBefore: ['password_change', 'second_factor_enrollment'],
    summary: 'Quién ingresó',
    query: formatQuery,
    answer: signedInUserSchema,
  },
} as const satisfies Record<string, Definition>
