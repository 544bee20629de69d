import type { User } from '@carpeta/contract/auth/auth-schemas'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { mayManageAccount } from '@carpeta/domain/people/user-rules'
import { Button } from '@mantine/core'
import { USERS, type UserRow } from '../../api/users.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import type { RowAct, RowPermissions } from '../../list/row-acts.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EyeIcon } from '../../ui/icons.tsx'
import { AccountState } from './account-state.tsx'
import { fullName } from './full-name.ts'
import { InvitationCell } from './invitation-cell.tsx'
import { invitationChoices } from './invitation-words.ts'
import { isInvitable, SelectPage, SelectUser } from './select-box.tsx'
import type { Selected } from './use-selected.ts'
import { UserCell } from './user-cell.tsx'
import classes from './users.module.css'

export const permissions: RowPermissions = {
  edit: 'auth.change_user',
  remove: 'auth.delete_user',
  restore: 'auth.delete_user',
}

// Worded as in spec §8.
const texts: Partial<ListTexts> = {
  remove:
    'IMPORTANTE: Luego de eliminar, no se podrá recuperar el usuario, ¿Seguro que quieres eliminar?',
  restore: '¿Seguro que quieres restaurar este usuario?',
}

const filters: FilterField[] = [
  { name: 'fullname', label: 'Nombre' },
  { name: 'email', label: 'Correo' },
  { name: 'social_security', label: 'Rut', isRut: true },
  {
    name: 'invitation',
    label: 'Invitación',
    choices: invitationChoices,
  },
]

export const filterNames = filters.map(({ name }) => name)

interface Props {
  /** Who looks at the list; null while nobody knows. */
  me: User | null
  address: ListAddress
  selected: Selected
  /** Anything is about to be done with a row. */
  onBegin: () => void
  onEdit: (user: UserRow) => void
  /** To look at a member's folder as he sees it. */
  onView: (user: UserRow) => void
  onInvited: (said: string) => Promise<void>
  onRevoke: (user: UserRow) => void
}

export function UsersList(props: Props) {
  const { me, address, selected, onBegin, onEdit, onView, onInvited, onRevoke } = props
  const isTouchable = (user: UserRow) => me !== null && mayManageAccount(me, user)
  const isSelectable = (user: UserRow) => isInvitable(user) && isTouchable(user)

  const selection: Column<UserRow> = {
    header: 'Selección',
    heading: (users) => <SelectPage users={users.filter(isSelectable)} selected={selected} />,
    cell: (user) => isSelectable(user) && <SelectUser user={user} selected={selected} />,
    onCard: 'aside',
  }
  const invitation: Column<UserRow> = {
    header: 'Invitación',
    cell: (user) => (
      <InvitationCell
        user={user}
        mayInvite={isTouchable(user)}
        onBegin={onBegin}
        onInvited={onInvited}
        onRevoke={() => {
          onBegin()
          onRevoke(user)
        }}
      />
    ),
    onCard: 'line',
  }

  const person: Column<UserRow> = {
    header: 'Usuario',
    cell: (user) => (
      <>
        <UserCell user={user} />
        {me && address.scope === 'living' && mayViewAs(me, user) && (
          <Button
            className={classes.look ?? ''}
            variant="default"
            size="compact-sm"
            leftSection={<EyeIcon size={16} />}
            aria-label={`Ver como socio a ${fullName(user)}`}
            onClick={() => {
              onBegin()
              onView(user)
            }}
          >
            Ver como socio
          </Button>
        )}
      </>
    ),
    isLong: true,
    onCard: 'title',
    sortBy: 'first_name',
  }
  const columns = [id, person, state]

  return (
    <List
      resource={USERS}
      caption="Usuarios"
      // Whoever was deleted is invited to nothing.
      columns={address.scope === 'trashed' ? columns : [selection, ...columns, invitation]}
      nameOf={fullName}
      address={address}
      filters={filters}
      permissions={permissions}
      allows={(user, act) => isTouchable(user) && !isOwnRemoval(me, user, act)}
      onBegin={onBegin}
      onEdit={onEdit}
      texts={texts}
    />
  )
}

const id: Column<UserRow> = { header: '#Id', cell: (user) => user.id, sortBy: 'id' }

const state: Column<UserRow> = {
  header: 'Estado',
  cell: ({ is_active }) => <AccountState isActive={is_active} />,
  sortBy: 'is_active',
}

/** Nobody deletes himself. */
function isOwnRemoval(me: User | null, user: UserRow, act: RowAct): boolean {
  return act === 'remove' && user.id === me?.id
}
