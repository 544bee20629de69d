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

export function UserDialog({ user, onClose, ...others }: Props) {
  return (
    <Dialog
      title="Usuarios"
      onClose={onClose}
      size="lg"
      // What was typed must not be lost to a click beside it.
      closeOnClickOutside={false}
    >
      <p className={classes.whose}>{user ? `Editar a ${fullName(user)}` : 'Añadir usuario'}</p>
      <UserForm user={user} onClose={onClose} {...others} />
    </Dialog>
  )
}
