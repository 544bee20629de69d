import { dateTimeInSantiago } from '@carpeta/domain/dates'
import { invitationNames } from '@carpeta/domain/invitation-names'
import type { UserRow } from '../../../api/users.ts'

/** What the list can be narrowed to. */
export const invitationChoices = Object.entries(invitationNames).map(([value, label]) => ({
  value,
  label,
}))

/** 'Invitado el 20-11-2026'. */
export function stateOf({ state, invited_at }: UserRow['invitation']): string {
  const [day] = invited_at ? dateTimeInSantiago(invited_at).split(' ') : []
  return state === 'invited' && day ? `Invitado el ${day}` : invitationNames[state]
}

export function emails(count: number): string {
  return count === 1 ? '1 carta' : `${count} cartas`
}

export function users(count: number): string {
  return count === 1 ? '1 usuario' : `${count} usuarios`
}

/** What became of an invitation of several: not everybody of them may be waiting for one. */
export function queuedMessage(queued: number): string {
  if (queued === 0) return 'No salió ninguna carta: nadie de ellos espera una invitación.'
  return queued === 1 ? '1 carta va en camino.' : `${queued} cartas van en camino.`
}
