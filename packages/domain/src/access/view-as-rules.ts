import { refusal, required } from '../errors/refusal.ts'
import { can, type Permission } from './permissions.ts'

const VIEW: Permission = 'users.view_as_member'

export const MAX_VIEW_REASON = 500

export const viewAsMessages = {
  reasonRequired: required('Escribe el motivo'),
  notViewable: refusal(
    'not_viewable',
    'Solo se puede ver la carpeta de un socio con su cuenta vigente',
  ),
  sharesPurchase: refusal(
    'own_request',
    'Tú y esta persona son o fueron parte de una misma compra. Pide a otra persona del equipo que vea su carpeta',
  ),
  readOnly: refusal('view_read_only', 'En modo "ver como socio" no se puede cambiar nada'),
  notShown: refusal('view_read_only', 'En modo "ver como socio" esto no se muestra'),
} as const

interface Person {
  id: number
  is_superuser: boolean
  permissions: readonly string[]
  profile: { is_client: boolean }
}

/**
 * Staff may view the portal as a member, never as other staff: a view must not grant permissions that
 * the viewer lacks. Checked at every call of the view.
 */
export function mayViewAs(viewer: Person, member: Person): boolean {
  const isStaff = member.is_superuser || member.permissions.length > 0
  return can(viewer, VIEW) && viewer.id !== member.id && member.profile.is_client && !isStaff
}
