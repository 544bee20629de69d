import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from '../../api/client/api-error.ts'

export type LoginMode = 'rut' | 'email'

export interface LoginFields {
  username: string
  password: string
}

interface LoginFailure {
  fields: [field: keyof LoginFields, message: string][]
  /** The error that belongs to no field. */
  message: string
}

const FIELD_OF: Record<string, keyof LoginFields> = {
  email: 'username',
  social_security: 'username',
  password: 'password',
}

/** Field errors of the server, or a general message. */
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

/** The server sends the errors flat or inside `validations`. */
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
