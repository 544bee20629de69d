import { invalid, type Refusal, required, tooMany } from '../errors/refusal.ts'
import { hasInvisible, nameMessages } from '../people/name-rules.ts'

/** How long a token may be valid, in days. */
export const importTokenDays = [30, 90, 365] as const

export const MAX_IMPORT_TOKENS = 20

/** Recognised by scanners of leaked secrets, and by people. */
export const IMPORT_TOKEN_PREFIX = 'cvi_'

export const importTokenMessages = {
  name: required('Ingresa un nombre'),
  days: invalid('Elige 30, 90 o 365 días'),
  tooMany: tooMany(`Hay ${MAX_IMPORT_TOKENS} tokens vigentes. Revoca uno antes de crear otro.`),
  invalid: 'El token no es válido.',
} as const

export interface ImportTokenForm {
  name: string
  days: number
}

/** All failures, keyed like the server's 400. */
export function importTokenErrors({
  name,
  days,
}: ImportTokenForm): Partial<Record<keyof ImportTokenForm, Refusal>> {
  const errors: Partial<Record<keyof ImportTokenForm, Refusal>> = {}
  if (name.trim() === '') errors.name = importTokenMessages.name
  else if (hasInvisible(name.trim())) errors.name = nameMessages.invisible
  if (!importTokenDays.some((each) => each === days)) errors.days = importTokenMessages.days
  return errors
}

/** Suspended while the person who created it has no active account or may not load. */
export type ImportTokenState = 'active' | 'suspended' | 'expired' | 'revoked'

/** Whose a token is that a command created: it needs no person. */
export const COMMAND_LINE = 'Línea de comandos'

export const importTokenStateLabels: Record<ImportTokenState, string> = {
  active: 'Vigente',
  suspended: 'Suspendido',
  expired: 'Vencido',
  revoked: 'Revocado',
}
