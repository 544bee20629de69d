import { type Refusal, refusal, required, taken, tooMany } from '../errors/refusal.ts'
import { nameError } from '../people/name-rules.ts'

/** In the order in which the login offers them. */
export const secondFactorMethods = ['passkey', 'totp', 'recovery_code'] as const

export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export const MAX_PASSKEY_NAME = 60
export const MAX_PASSKEYS = 20
export const RECOVERY_CODES = 10
/** The owner of the mailbox can undo a factor this long after it was added: a thief may have added it. */
export const NEW_FACTOR_HOURS = 72

export const secondFactorMessages = {
  codeRequired: refusal('second_factor_required', 'Ingresa el código de tu segundo factor'),
  wrongCode: refusal('wrong_code', 'El código no es correcto'),
  enrollmentRequired: refusal(
    'second_factor_enrollment_required',
    'Debes configurar un segundo factor para continuar',
  ),
  lastFactor: refusal(
    'last_second_factor',
    'Tu cuenta necesita un segundo factor: agrega otro antes de quitar este',
  ),
  passkeyName: required('Escribe un nombre para la llave de acceso'),
  passkeyRefused: refusal(
    'passkey_refused',
    'No se pudo comprobar la llave de acceso. Inténtalo de nuevo',
  ),
  passkeyTaken: taken('Esta llave de acceso ya está registrada'),
  tooManyPasskeys: tooMany(`Puedes tener hasta ${MAX_PASSKEYS} llaves de acceso`),
  totpNotStarted: refusal('enrollment_expired', 'La configuración caducó. Empieza de nuevo'),
  totpExists: taken('Ya tienes una aplicación de códigos'),
  noFactor: refusal('no_second_factor', 'Primero configura un segundo factor'),
  nothingToReset: refusal('no_second_factor', 'La cuenta no tiene un segundo factor'),
  resetsSelf: refusal('own_account', 'No puedes restablecer tu propio segundo factor'),
  endsOwnSessions: refusal('own_account', 'Cierra tus propias sesiones en tu perfil'),
} as const

/** Beside a wrong code of an application, which depends on the time. */
export const clockHint = 'Si lo copiaste bien, revisa que tu teléfono tenga la hora en automático.'

/** Accounts with any permission, where the cooperative requires it: a list would leave out the next one. */
export function needsSecondFactor(user: {
  is_superuser: boolean
  permissions: readonly string[]
}): boolean {
  return user.is_superuser || user.permissions.length > 0
}

/** What was typed as the code of a second factor, in its normal spelling; null when it is neither. */
export function readCode(typed: string): { method: 'totp' | 'recovery_code'; code: string } | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { method: 'totp', code }
  // The alphabet of the codes has no O, I and L, which look like digits.
  const plain = code.replaceAll('O', '0').replace(/[IL]/g, '1')
  return RECOVERY_CODE.test(plain) ? { method: 'recovery_code', code: plain } : null
}

/** Crockford's base 32: no characters that look alike. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_CODE_LENGTH = 12
const RECOVERY_CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** For reading and typing, for example `7K2M-9QXD-4TBA`. */
export function formatRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The error of a passkey's name, or null. */
export function passkeyNameError(name: string): Refusal | null {
  if (name.trim() === '') return secondFactorMessages.passkeyName
  return nameError(name, MAX_PASSKEY_NAME)
}
