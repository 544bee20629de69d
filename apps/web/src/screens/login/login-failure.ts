import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from '../../api/api-error.ts'

export type LoginMode = 'rut' | 'email'

export interface LoginFields {
  username: string
  password: string
}

export interface LoginFailure {
  fields: [field: keyof LoginFields, message: string][]
  /** What belongs to no field, above the button. */
  message: string
}

const FIELD_OF: Record<string, keyof LoginFields> = {
  email: 'username',
  social_security: 'username',
  password: 'password',
}

/** Server validations on their fields, otherwise the message (spec §8). */
export function loginFailure(error: unknown): LoginFailure {
  const fallback = error instanceof ApiError ? error.message : unknownErrorMessage
  const validations = error instanceof ApiError ? validationsIn(error.body) : {}
  const fields: LoginFailure['fields'] = []
  for (const [key, value] of Object.entries(validations)) {
    const field = FIELD_OF[key]
    const text = sentence(value)
    if (field && text) fields.push([field, text])
  }
  const general = sentence(validations.__all__)
  return { fields, message: general || (fields.length > 0 ? '' : fallback) }
}

/** Flat, or wrapped in `validations` (wire.md §12). */
function validationsIn(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) return {}
  return isRecord(body.validations) ? body.validations : body
}

function sentence(value: unknown): string {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
