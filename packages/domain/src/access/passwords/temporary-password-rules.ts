/** A password that staff set opens the account this long; its owner changes it at the first login. */
export const TEMPORARY_PASSWORD_DAYS = 7

export const temporaryPasswordMessages = {
  mustChange: 'Debes cambiar tu contraseña',
  same: 'Elige una contraseña distinta de la temporal',
} as const
