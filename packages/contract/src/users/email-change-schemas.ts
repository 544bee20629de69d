import { z } from 'zod'
import { empty } from '../answers.ts'
import { userSchema } from '../auth/auth-schemas.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { text } from '../text.ts'
import { userParams } from './users-schemas.ts'

const body = z.object({ token: text(100) })
const errors = { 409: sentence, 422: sentence }

export const definitions = {
  confirmEmailChange: {
    access: 'public',
    summary: 'Confirmar un correo nuevo, con el enlace que llegó a él',
    body,
    answer: empty,
    errors,
  },
  revertEmailChange: {
    access: 'public',
    summary: 'Detener o deshacer un cambio de correo, con el enlace que llegó al anterior',
    body,
    answer: empty,
    errors,
  },
  cancelEmailChange: {
    access: 'auth.change_user',
    orSelf: true,
    summary: 'Cancelar un cambio de correo sin confirmar',
    params: userParams,
    answer: userSchema,
  },
} as const satisfies Record<string, Definition>
