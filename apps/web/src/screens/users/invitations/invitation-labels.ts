import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { invitationNames } from '@carpeta/domain/people/invitation-names'
import type { Invitation } from '../../../api/users.ts'

/** The filter's options. */
export const invitationChoices = Object.entries(invitationNames).map(([value, label]) => ({
  value,
  label,
}))

/** The day of the last invitation. */
export function invitedOn({ invited_at }: Invitation): string | null {
  return invited_at ? (dateTimeInSantiago(invited_at).split(' ')[0] ?? null) : null
}

export function emails(count: number): string {
  return count === 1 ? '1 correo' : `${count} correos`
}

export function users(count: number): string {
  return count === 1 ? '1 usuario' : `${count} usuarios`
}

/** The result of inviting several users; some may not need an invitation. */
export function queuedMessage(queued: number): string {
  if (queued === 0) return 'No salió ningún correo: nadie de ellos espera una invitación.'
  return queued === 1 ? '1 correo va en camino.' : `${queued} correos van en camino.`
}
