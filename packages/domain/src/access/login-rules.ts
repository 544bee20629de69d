import { invalid, type Refusal, refusal, required } from '../errors/refusal.ts'
import { isValidRut, rutMessages } from '../people/rut.ts'

export const loginMessages = {
  emailRequired: required('Ingresa tu correo'),
  emailInvalid: invalid('Correo no válido'),
  rutRequired: rutMessages.required,
  rutInvalid: rutMessages.invalid,
  passwordRequired: required('Ingresa tu contraseña'),
} as const

/** One sentence for every refusal, so that none reveals a member (docs/specification.md §10.4). */
export const wrongCredentialsMessage = refusal(
  'wrong_credentials',
  'Los datos ingresados no son correctos',
)
export const wrongPasswordMessage = refusal('wrong_password', 'La contraseña actual no es correcta')

// RFC 5321: a longer address cannot be delivered to.
const MAX_EMAIL_LENGTH = 254
const EMAIL =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?!-)[\p{L}\p{M}\p{N}-]+(?:\.(?!-)[\p{L}\p{M}\p{N}-]+)+$/u

export function isValidEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
}

export interface LoginForm {
  mode: 'rut' | 'email'
  username: string
  password: string
}

interface LoginErrors {
  social_security?: Refusal
  email?: Refusal
  password?: Refusal
}

/** All failures, keyed as on the wire (docs/specification.md §3.18). */
export function loginErrors({ mode, username, password }: LoginForm): LoginErrors {
  const errors: LoginErrors = mode === 'rut' ? rutErrors(username) : emailErrors(username.trim())
  if (password === '') errors.password = loginMessages.passwordRequired
  return errors
}

function rutErrors(username: string): LoginErrors {
  if (username.trim() === '') return { social_security: loginMessages.rutRequired }
  return isValidRut(username) ? {} : { social_security: loginMessages.rutInvalid }
}

function emailErrors(username: string): LoginErrors {
  if (username === '') return { email: loginMessages.emailRequired }
  return isValidEmail(username) ? {} : { email: loginMessages.emailInvalid }
}
