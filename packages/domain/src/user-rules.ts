/** What decides whose account a person may touch, beyond the permission that the act requires. */
export interface Rights {
  id: number
  is_superuser: boolean
}

export const userRefusals = {
  deletesSelf: 'No puedes eliminar tu propia cuenta',
  lastSuperuser: 'Debe quedar al menos un superusuario activo',
} as const

/** Why nobody can be invited to an account, as far as a letter to one person goes. */
export const invitationRefusals = {
  noEmail: 'La cuenta no tiene correo',
  activated: 'La cuenta ya está activada',
  inactive: 'La cuenta está desactivada',
} as const

/** Staff never touch a superuser's account (security.md 5.11). */
export function mayTouch(actor: Rights, target: Rights): boolean {
  return actor.is_superuser || !target.is_superuser
}

/** Only a superuser assigns groups, and never to himself (spec §6). */
export function mayAssignGroups(actor: Rights, targetId: number | null): boolean {
  return actor.is_superuser && actor.id !== targetId
}
