import type { UserRow } from '../../../api/users.ts'
import { LabelledSwitch } from '../../../ui/fields/labelled-switch.tsx'

interface Props {
  /** Null for a new user. */
  user: UserRow | null
  isOwn: boolean
  isOn: boolean
  onMove: (isOn: boolean) => void
}

export function ActiveSwitch({ user, isOwn, isOn, onMove }: Props) {
  return isOwn ? (
    <LabelledSwitch
      label="Activo"
      description="Tu propia cuenta la desactiva otra persona."
      isOn={isOn}
    />
  ) : (
    <LabelledSwitch label="Activo" description={hint(user)} isOn={isOn} onMove={onMove} />
  )
}

function hint(user: UserRow | null): string {
  if (user?.invitation && user.invitation.state !== 'active') {
    return 'Todavía no tiene contraseña: se activa cuando la elija.'
  }
  return 'Puede ingresar al portal.'
}
