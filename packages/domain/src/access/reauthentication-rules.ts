import { refusal } from '../errors/refusal.ts'

/** How long a login counts as recent for actions that give access or data away. */
export const RECENT_AUTHENTICATION_MINUTES = 10

export const reauthenticationMessages = {
  required: refusal('reauthentication_required', 'Confirma tu contraseña para continuar'),
} as const

/** Exact to the millisecond. */
export function isRecentAuthentication(
  authenticatedAt: Date,
  now: Date,
  minutes = RECENT_AUTHENTICATION_MINUTES,
): boolean {
  return now.getTime() - authenticatedAt.getTime() <= minutes * 60_000
}
