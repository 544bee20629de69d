import { MAX_PASSKEY_NAME } from '@carpeta/domain/access/second-factor-rules'
import { z } from 'zod'
import { empty } from '../../answers.ts'
import type { Definition } from '../../endpoint.ts'
import { sentence } from '../../errors.ts'
import { id, instant, text } from '../../text.ts'
import { signedInUserSchema } from '../auth-schemas.ts'
import {
  authenticationResponse,
  creationOptions,
  registrationResponse,
  requestOptions,
} from './webauthn-schemas.ts'

const name = text(MAX_PASSKEY_NAME)
const params = z.object({ id })
const errors = { 409: sentence, 422: sentence }

export const passkeySchema = z.object({
  id,
  name: z.string(),
  /** Whether it is synchronised, so that it survives the loss of the device. */
  is_backed_up: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
})

export type Passkey = z.infer<typeof passkeySchema>

/** Shown once, at the first factor; empty at the next ones. */
const recoveryCodes = z.array(z.string())

export const definitions = {
  startPasskeyRegistration: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Empezar a agregar una llave de acceso',
    answer: creationOptions,
    errors,
  },
  registerPasskey: {
    access: 'user',
    allowedBefore: ['second_factor_enrollment'],
    summary: 'Agregar una llave de acceso',
    fieldErrors: true,
    body: z.object({ name: name.default(''), response: registrationResponse }),
    status: 201,
    answer: z.object({ passkey: passkeySchema, recovery_codes: recoveryCodes }),
    errors,
  },
  renamePasskey: {
    access: 'user',
    summary: 'Cambiar el nombre de una llave de acceso',
    fieldErrors: true,
    params,
    body: z.object({ name: name.default('') }),
    answer: passkeySchema,
    errors,
  },
  deletePasskey: {
    access: 'user',
    summary: 'Quitar una llave de acceso',
    params,
    answer: empty,
    errors,
  },
  startPasskeyReauthentication: {
    access: 'user',
    summary: 'Empezar a confirmar quién es con una llave de acceso',
    answer: requestOptions,
    errors,
  },
  reauthenticateWithPasskey: {
    access: 'user',
    summary: 'Confirmar quién es con una llave de acceso, antes de una acción delicada',
    body: z.object({ response: authenticationResponse }),
    answer: empty,
    errors,
  },
  startPasskeyLogin: {
    access: 'public',
    summary: 'Empezar a ingresar con una llave de acceso',
    answer: requestOptions,
  },
  logInWithPasskey: {
    access: 'public',
    summary: 'Ingresar con una llave de acceso',
    fieldErrors: true,
    body: z.object({ response: authenticationResponse }),
    answer: signedInUserSchema,
  },
} as const satisfies Record<string, Definition>
