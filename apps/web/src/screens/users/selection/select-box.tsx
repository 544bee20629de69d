import type { UserRow } from '../../../api/users.ts'
import { Checkbox } from '../../../ui/fields/checkbox.ts'
import { fullName } from '../full-name.ts'
import classes from '../users.module.css'
import type { Selected } from './use-selected.ts'

/** Only users without a password can be invited. */
export function isInvitable({ invitation: { state } }: UserRow): boolean {
  return state === 'not_invited' || state === 'invited'
}

export function SelectUser({ user, selected }: { user: UserRow; selected: Selected }) {
  return (
    <Checkbox
      className={classes.tick ?? ''}
      aria-label={`Seleccionar a ${fullName(user)}`}
      checked={selected.ids.has(user.id)}
      onChange={({ currentTarget }) => selected.set([user.id], currentTarget.checked)}
    />
  )
}

interface PageProps {
  /** The users of this page that can be selected. */
  users: UserRow[]
  selected: Selected
}

export function SelectPage({ users, selected }: PageProps) {
  const ids = users.map(({ id }) => id)
  const count = ids.filter((id) => selected.ids.has(id)).length
  return (
    <Checkbox
      aria-label="Seleccionar toda la página"
      disabled={ids.length === 0}
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={() => selected.set(ids, count < ids.length)}
    />
  )
}
