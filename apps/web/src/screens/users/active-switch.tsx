import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type Control, useWatch } from 'react-hook-form'
import type { UserRow } from '../../api/users.ts'
import { FormSwitch } from './form-switch.tsx'
import type { TypedUser } from './user-fields.ts'

interface Props {
  /** Null is a new one. */
  user: UserRow | null
  isOwn: boolean
  control: Control<TypedUser>
}

const LABEL = 'Activo'

export function ActiveSwitch({ user, isOwn, control }: Props) {
  const isInvited = useWatch({ control, name: 'invite' })
  if (isOwn) {
    const why = 'Tu propia cuenta la desactiva otra persona.'
    return <Switch label={LABEL} aria-label={LABEL} description={why} defaultChecked disabled />
  }
  // An invited account is switched on by its owner.
  if (isInvited) return null
  return <FormSwitch control={control} name="is_active" label={LABEL} description={hint(user)} />
}

function hint(user: UserRow | null): string {
  if (user && user.invitation.state !== 'active') {
    return 'Todavía no tiene contraseña: se activa cuando la elija.'
  }
  return 'Puede ingresar al portal.'
}
