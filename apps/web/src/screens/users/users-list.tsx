import type { User } from '@carpeta/contract/auth/auth-schemas'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { mayDeleteOrRestore, mayManageAccount } from '@carpeta/domain/people/user-rules'
import { Button } from '@mantine/core'
import { USERS, type UserRow } from '../../api/users.ts'
import type { RowAction, RowPermissions } from '../../list/actions/row-actions.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import { SelectPage, SelectRow } from '../../list/selection/select-box.tsx'
import type { Selected } from '../../list/selection/use-selected.ts'
import { EyeIcon } from '../../ui/icons/icons.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { AccountState } from './account-state.tsx'
import { fullName } from './full-name.ts'
import { InvitationCell } from './invitations/invitation-cell.tsx'
import { invitationChoices } from './invitations/invitation-labels.ts'
import { UserCell } from './user-cell.tsx'
import classes from './users.module.css'

export const permissions: RowPermissions = {
  edit: 'auth.change_user',
  remove: 'auth.delete_user',
  restore: 'auth.delete_user',
}

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
  /** The current user, or null until known. */
  me: User | null
  address: ListAddress
  selected: Selected<UserRow>
  /** Called when an action on a row starts. */
  onBegin: () => void
  onEdit: (user: UserRow) => void
  /** Views the portal as this member. */
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
    heading: (users) => <SelectPage rows={users.filter(isSelectable)} selected={selected} />,
    cell: (user) =>
      isSelectable(user) && (
        <SelectRow row={user} label={`Seleccionar a ${fullName(user)}`} selected={selected} />
      ),
    onCard: 'aside',
  }
  const invitation: Column<UserRow> = {
    header: 'Invitación',
    cell: (user) => (
      <InvitationCell
        user={user}
        canInvite={isTouchable(user)}
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
        {me && address.scope === 'active' && mayViewAs(me, user) && (
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
      // A deleted user cannot be invited.
      columns={address.scope === 'deleted' ? columns : [selection, ...columns, invitation]}
      nameOf={fullName}
      address={address}
      filters={filters}
      permissions={permissions}
      allows={(user, action) => isTouchable(user) && !isRefused(me, user, action)}
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

/** Only users without a password can be invited. */
function isInvitable({ invitation: { state } }: UserRow): boolean {
  return state === 'not_invited' || state === 'invited'
}

/** Nobody deletes themselves, or a user with more permissions; nor restores such a user. */
function isRefused(me: User | null, user: UserRow, action: RowAction): boolean {
  if (me === null || action === 'edit') return false
  return user.id === me.id || !mayDeleteOrRestore(me, user)
}
