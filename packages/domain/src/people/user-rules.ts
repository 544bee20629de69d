/** What decides whose account a person may touch, beyond the permission that the act requires. */
export interface Rights {
  id: number
  is_superuser: boolean
}

export const userRefusals = {
  deletesSelf: 'No puedes eliminar tu propia cuenta',
  lastSuperuser: 'Debe quedar al menos un superusuario activo',
  notSuperuser: 'No hay un superusuario con este rut',
  strongerAccount:
    'No puedes cambiar la contraseña, el correo ni el rut de quien tiene permisos que tú no tienes',
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

/** Whoever sets what an account logs in with can act as its owner: nobody gains a permission by it. */
export function mayChangeAccess(
  actor: { permissions: readonly string[] },
  target: { permissions: readonly string[] },
): boolean {
  return target.permissions.every((permission) => actor.permissions.includes(permission))
}

/** Only a superuser assigns groups, and never to himself (spec §6). */
export function mayAssignGroups(actor: Rights, targetId: number | null): boolean {
  return actor.is_superuser && actor.id !== targetId
}
