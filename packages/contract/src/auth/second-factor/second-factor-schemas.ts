import { secondFactorMethods } from '@carpeta/domain/access/second-factor-rules'
import { z } from 'zod'
import { empty } from '../../answers.ts'
import type { Definition } from '../../endpoint.ts'
import { sentence } from '../../errors.ts'
import { instant, text } from '../../text.ts'
import { passkeySchema } from './passkeys-schemas.ts'

const errors = { 409: sentence, 422: sentence }
// Text, so that without the permission an invalid id is a 403 too.
const userParams = z.object({ id: z.string() })

/** Shown once: only their hashes are stored. */
const recoveryCodes = z.array(z.string())

export const secondFactorSchema = z.object({
  /** Whether the account cannot be used without a second factor. */
  is_required: z.boolean(),
  passkeys: z.array(passkeySchema),
  totp: z.object({ created_at: instant, last_used_at: instant.nullable() }).nullable(),
  recovery_codes_left: z.int(),
})

export type SecondFactor = z.infer<typeof secondFactorSchema>

export const definitions = {
  getSecondFactor: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'El propio segundo factor',
    answer: secondFactorSchema,
  },
  startTotp: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Empezar a configurar una aplicación de códigos',
    answer: z.object({
      secret: z.string().meta({ description: 'Base32, para quien no puede leer el QR' }),
      uri: z.string().meta({ description: 'otpauth://' }),
      qr_svg: z.string().meta({ description: 'El QR de la uri' }),
    }),
    errors,
  },
  confirmTotp: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Terminar de configurar la aplicación de códigos',
    fieldErrors: true,
    body: z.object({ code: text(20).default('') }),
    status: 201,
    // Empty when the account already has recovery codes.
    answer: z.object({ recovery_codes: recoveryCodes }),
    errors,
  },
  deleteTotp: {
    access: 'user',
    summary: 'Quitar la aplicación de códigos',
    answer: empty,
    errors,
  },
  renewRecoveryCodes: {
    access: 'user',
    summary: 'Reemplazar los códigos de recuperación',
    answer: z.object({ recovery_codes: recoveryCodes }),
    errors,
  },
  getUserSignIn: {
    access: 'auth.change_user',
    summary: 'Los segundos factores y las sesiones abiertas de un usuario',
    params: userParams,
    answer: z.object({
      methods: z.array(z.enum(secondFactorMethods)),
      open_sessions: z.int(),
    }),
  },
  resetUserSecondFactor: {
    access: 'auth.change_user',
    summary: 'Restablecer el segundo factor de un usuario',
    params: userParams,
    answer: empty,
  },
  endUserSessions: {
    access: 'auth.change_user',
    summary: 'Cerrar las sesiones de un usuario',
    params: userParams,
    answer: z.object({ ended: z.int() }),
  },
} as const satisfies Record<string, Definition>
