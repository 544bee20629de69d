import { type Refusal, refusal } from '../errors/refusal.ts'

interface PasswordRule {
  message: string
  broken: (password: string) => boolean
}

const passwordMinLength = 8
export const passwordMaxLength = 40

export const passwordMismatch = 'La contraseña no coincide'
export const commonPasswordMessage = refusal('weak_password', 'La contraseña es demasiado común')
export const personalPasswordMessage = refusal(
  'weak_password',
  'La contraseña no puede contener tus datos',
)

// Code points are nearer than UTF-16 units to what users count as characters.
function length(password: string): number {
  return [...password].length
}

/** In the order of the screens (docs/specification.md §5.5). ñ is a letter, not a special character. */
export const passwordRules: readonly PasswordRule[] = [
  { message: 'Al menos una letra', broken: (password) => !/\p{L}/u.test(password) },
  { message: 'Al menos un número', broken: (password) => !/[0-9]/.test(password) },
  {
    message: 'Al menos un caracter especial',
    broken: (password) => !/[^\p{L}0-9]/u.test(password),
  },
  { message: 'Mínimo 8 caracteres', broken: (password) => length(password) < passwordMinLength },
]

/** Not in the list on the screens, whose input stops at 40 characters; the server checks it. */
export const passwordMaxRule: PasswordRule = {
  message: 'Máximo 40 caracteres',
  broken: (password) => length(password) > passwordMaxLength,
}

export function brokenPasswordRules(password: string): Refusal[] {
  return [...passwordRules, passwordMaxRule]
    .filter((rule) => rule.broken(password))
    .map((rule) => refusal('weak_password', rule.message))
}

/** A password that staff set opens the account this long; its owner changes it at the first login. */
export const TEMPORARY_PASSWORD_DAYS = 7

export const temporaryPasswordMessages = {
  mustChange: refusal('must_change_password', 'Debes cambiar tu contraseña'),
  same: refusal('weak_password', 'Elige una contraseña distinta de la temporal'),
} as const
