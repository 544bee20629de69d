import type { User } from '@carpeta/contract/auth'
import type { UserRow } from '../../api/users.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fullName } from './full-name.ts'
import { UserForm } from './user-form.tsx'
import classes from './users.module.css'

interface Props {
  me: User
  /** Null adds one. */
  user: UserRow | null
  onSaved: (saved: User) => Promise<void>
  onClose: () => void
}

export function UserDialog({ me, user, onSaved, onClose }: Props) {
  return (
    <Dialog
      title="Usuarios"
      onClose={onClose}
      size="lg"
      // What was typed must not be lost to a click beside it.
      closeOnClickOutside={false}
    >
      <p className={classes.whose}>{whose(me, user)}</p>
      <UserForm me={me} user={user} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  )
}

function whose(me: User, user: UserRow | null): string {
  if (!user) return 'Añadir usuario'
  return user.id === me.id ? 'Editar tu cuenta' : `Editar a ${fullName(user)}`
}
