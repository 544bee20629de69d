import { reminderDays } from '@carpeta/domain/news/reminder-days'
import { z } from 'zod'
import { profileSchema } from './auth.ts'
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

const password = text(1024)
const linkToken = text(100)
const errors = { 422: sentence }

/** The username logs in, also where there is no rut. */
const restoredSchema = z.object({ social_security: z.string(), username: z.string() })

/** The token of a link that chooses a password, as those of restore emails. */
/** Of a link that chooses a password; none while staff keep the account closed. */
export const nextLinkSchema = z.object({ token: z.string().optional() })

export const sessionSchema = z.object({
  id,
  device: z.string(),
  place: z.string(),
  started_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
})

/** The emails that a user can switch off, and when; those about security are always sent. */
export const preferencesSchema = z.object({
  request_letters: z.boolean(),
  announcement_emails: z.boolean(),
  /** News of the member's sales, by kind. */
  deed_emails: z.boolean(),
  payment_emails: z.boolean(),
  due_emails: z.boolean(),
  due_days: z
    .literal(reminderDays)
    .meta({ description: 'Cuántos días antes de que venza una cuota' }),
})

const removeEmail = z.boolean().optional().meta({
  description:
    'El correo de la cuenta no es de su dueño: se quita. Solo con una contraseña temporal o el código de una carta',
})

export const endpoints = {
  'POST /api/send-restore-password-ss/': {
    access: 'public',
    summary: 'Pedir el correo para recuperar la contraseña',
    body: z.object({ social_security: text(50) }),
    answer: empty,
    errors,
  },
  'GET /api/client/check/': {
    access: 'public',
    summary: 'Adónde lleva un enlace',
    // A missing or repeated token counts as an unknown one.
    query: z.object({ token: z.string().catch('') }),
    answer: z.object({
      can_restore_password: z.boolean(),
      is_active: z.boolean(),
      // What its password will log in with, for password managers; absent once the link is used.
      username: z.string().optional(),
      // Whose account it is, for who holds the link; absent once it is used.
      first_name: z.string().optional(),
      last_name: z.string().optional(),
      // For a letter: where the account's emails arrive, which nobody has proved.
      email: z.string().optional(),
    }),
    errors,
  },
  'POST /api/client/password/': {
    access: 'public',
    summary: 'Activar la cuenta o restaurar la contraseña',
    body: z.object({ token: linkToken, password, remove_email: removeEmail }),
    answer: restoredSchema,
    errors,
  },
  'POST /api/restore-password/': {
    access: 'public',
    summary: 'Restaurar la contraseña',
    body: z.object({ code: linkToken, password }),
    answer: restoredSchema,
    errors,
  },
  'POST /api/client/not-me/': {
    access: 'public',
    summary: 'Deshacer lo que hizo otra persona en la cuenta, con el enlace «No fui yo»',
    body: z.object({ token: linkToken }),
    answer: nextLinkSchema,
    errors,
  },
  'POST /api/client/password/change/': {
    access: 'user',
    allowedBefore: ['password_change', 'second_factor_enrollment'],
    summary: 'Cambiar la propia contraseña',
    body: z.object({
      ...{ old_password: password, new_password: password },
      remove_email: removeEmail,
    }),
    answer: empty,
    errors,
  },
  'GET /api/client/': {
    access: 'client',
    inView: true,
    summary: 'El socio que ingresó',
    answer: z.object({
      id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      is_active: z.literal(true),
      profile: profileSchema,
    }),
    errors,
  },
  'GET /api/client/sessions/': {
    access: 'user',
    summary: 'Las propias sesiones abiertas',
    query: pageQuery,
    // The most recently used session first.
    answer: pageOf(sessionSchema),
    errors,
  },
  'DELETE /api/client/sessions/:id/': {
    access: 'user',
    summary: 'Cerrar una de las propias sesiones',
    params: z.object({ id }),
    answer: empty,
    errors,
  },
  'POST /api/client/sessions/end-others/': {
    access: 'user',
    summary: 'Cerrar las otras sesiones',
    answer: empty,
    errors,
  },
  'POST /api/auth/register/': {
    access: 'public',
    summary: 'Registrarse, donde la cooperativa lo permite',
    fieldErrors: true,
    body: z.object({ name: text(150), last_name: text(150), email: text(254), password }),
    status: 201,
    answer: empty,
    errors,
  },
  'POST /api/confirm-email/': {
    access: 'public',
    summary: 'Confirmar el correo',
    fieldErrors: true,
    // The browser that registered needs no password: its own counts.
    body: z.object({ code: linkToken, password: password.optional() }),
    answer: empty,
    errors,
  },

  'GET /api/client/preferences/': {
    access: 'user',
    inView: true,
    summary: 'Qué correos quiero recibir',
    answer: preferencesSchema,
  },
  'PATCH /api/client/preferences/': {
    access: 'user',
    summary: 'Elegir qué correos quiero recibir',
    body: preferencesSchema.partial(),
    answer: preferencesSchema,
  },
} as const satisfies EndpointTable
