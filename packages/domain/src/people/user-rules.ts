import { refusal } from '../errors/refusal.ts'

interface Account {
  id: number
  is_superuser: boolean
}

export const userRefusals = {
  deletesSelf: refusal('deletes_self', 'No puedes eliminar tu propia cuenta'),
  lastSuperuser: refusal('last_superuser', 'Debe quedar al menos un superusuario activo'),
  notSuperuser: refusal('refused', 'No hay un superusuario con este rut'),
  unknownRut: refusal('refused', 'No hay una cuenta con este rut'),
  resetWithoutEmail: refusal(
    'no_email',
    'La cuenta no tiene correo, así que nadie podría elegir otra contraseña: que un superusuario le quite el segundo factor y le ponga una contraseña temporal en «Usuarios». Si no queda ninguno, créelo con «carpeta create-superuser».',
  ),
  strongerAccount: refusal(
    'stronger_account',
    'No puedes cambiar el nombre, la contraseña, el correo ni el rut de quien tiene permisos que tú no tienes',
  ),
  strongerDeletion: refusal(
    'stronger_account',
    'No puedes eliminar ni restaurar a quien tiene permisos que tú no tienes',
  ),
  strongerInvitation: refusal(
    'stronger_account',
    'No puedes revocar la invitación de quien tiene permisos que tú no tienes',
  ),
  strongerState: refusal(
    'stronger_account',
    'No puedes activar ni desactivar a quien tiene permisos que tú no tienes',
  ),
  sharesPurchase: refusal(
    'own_request',
    'Tú y esta persona son o fueron parte de una misma compra. Pide a otra persona del equipo que le dé acceso, restablezca su segundo factor o cambie su rut o su correo',
  ),
} as const

/** Why an account cannot be invited. */
export const invitationRefusals = {
  noEmail: refusal('no_email', 'La cuenta no tiene correo'),
  activated: refusal('already_activated', 'La cuenta ya está activada'),
  inactive: refusal('inactive_account', 'La cuenta está desactivada'),
} as const

/** Only superusers change a superuser's account (docs/security.md 5.11). */
export function mayManageAccount(actor: Account, target: Account): boolean {
  return actor.is_superuser || !target.is_superuser
}

/** Taking a colleague's permissions away, or giving them back, needs all of them. */
export function mayDeleteOrRestore(
  actor: { permissions: readonly string[] },
  target: { permissions: readonly string[] },
): boolean {
  return hasEveryPermissionOf(actor, target)
}

/**
 * A new password, email or rut gives access to the account, and a name speaks for its owner: the actor needs all its
 * permissions.
 */
export function mayChangeCredentials(
  actor: { permissions: readonly string[] },
  target: { permissions: readonly string[] },
): boolean {
  return hasEveryPermissionOf(actor, target)
}

function hasEveryPermissionOf(
  actor: { permissions: readonly string[] },
  target: { permissions: readonly string[] },
): boolean {
  return target.permissions.every((permission) => actor.permissions.includes(permission))
}

/** Only superusers assign groups, and not their own (docs/specification.md §6.6). */
export function mayAssignGroups(actor: Account, targetId: number | null): boolean {
  return actor.is_superuser && actor.id !== targetId
}
