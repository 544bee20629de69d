import { refusal } from '../../errors/refusal.ts'

/** A password that staff set opens the account this long; its owner changes it at the first login. */
export const TEMPORARY_PASSWORD_DAYS = 7

export const temporaryPasswordMessages = {
  mustChange: refusal('must_change_password', 'Debes cambiar tu contraseña'),
  same: refusal('weak_password', 'Elige una contraseña distinta de la temporal'),
} as const
