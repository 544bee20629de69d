import type { SignedInUser } from '@carpeta/contract/auth'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { GroupIcon, MailIcon, PlusIcon } from '../../ui/icons/icons.tsx'

interface Props {
  me: SignedInUser
  /** Absent when the user is not permitted to add users. */
  onAdd: (() => void) | undefined
  onInviteAll: (() => void) | undefined
}

export function UsersActions({ me, onAdd, onInviteAll }: Props) {
  return (
    <>
      {me.is_superuser && me.extended && (
        <Button
          component={Link}
          to="/groups"
          variant="default"
          leftSection={<GroupIcon size={18} />}
        >
          Grupos
        </Button>
      )}
      {onInviteAll && (
        <Button variant="default" leftSection={<MailIcon size={18} />} onClick={onInviteAll}>
          Invitar a todos
        </Button>
      )}
      {onAdd && (
        <Button leftSection={<PlusIcon size={18} />} onClick={onAdd}>
          Añadir usuario
        </Button>
      )}
    </>
  )
}
