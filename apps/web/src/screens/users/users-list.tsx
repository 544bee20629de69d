import type { User } from '@carpeta/contract/auth/auth-schemas'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { LIMITED_USERS_NOTICE } from '@carpeta/domain/people/limited-lists'
import { mayDeleteOrRestore, mayManageAccount } from '@carpeta/domain/people/user-rules'
import { USERS, type UserRow, type UsersPage } from '../../api/users.ts'
import type { RowAction, RowPermissions } from '../../list/actions/row-actions.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import { SelectPage, SelectRow } from '../../list/selection/select-box.tsx'
import type { Selected } from '../../list/selection/use-selected.ts'
import { useListPage } from '../../list/use-list-page.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EyeIcon } from '../../ui/icons/icons.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { useSearchWith } from './address.ts'
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
    label: 'Estado',
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
  const isActive = address.scope === 'active'
  const searchWith = useSearchWith()
  const { data } = useListPage<UsersPage>(USERS, address)
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
  const person: Column<UserRow> = {
    header: 'Usuario',
    cell: (user) => (
      <UserCell user={user} to={isActive ? { search: searchWith(user.id) } : undefined}>
        {me && isActive && mayViewAs(me, user) && (
          <IconButton
            variant="subtle"
            aria-label={`Ver como socio a ${fullName(user)}`}
            title="Ver como socio"
            onClick={() => {
              onBegin()
              onView(user)
            }}
          >
            <EyeIcon size={18} />
          </IconButton>
        )}
      </UserCell>
    ),
    isLong: true,
    onCard: 'title',
    sortBy: 'first_name',
  }
  const state: Column<UserRow> = {
    header: 'Estado',
    cell: (user) => (
      <InvitationCell
        user={user}
        // A deleted user cannot be invited.
        canInvite={isActive && isTouchable(user)}
        onBegin={onBegin}
        onInvited={onInvited}
        onRevoke={() => {
          onBegin()
          onRevoke(user)
        }}
      />
    ),
    sortBy: 'is_active',
    onCard: 'line',
  }
  const columns = [id, person, group, state]

  return (
    <>
      <List
        resource={USERS}
        caption="Usuarios"
        columns={isActive ? [selection, ...columns] : columns}
        nameOf={fullName}
        address={address}
        filters={filters}
        permissions={permissions}
        allows={(user, action) => isTouchable(user) && !isRefused(me, user, action)}
        onBegin={onBegin}
        onEdit={onEdit}
        texts={texts}
      />
      {data?.isLimited && <p className={classes.limited}>{LIMITED_USERS_NOTICE}</p>}
    </>
  )
}

const id: Column<UserRow> = { header: '#Id', cell: (user) => user.id, sortBy: 'id' }

const group: Column<UserRow> = {
  header: 'Grupo',
  cell: ({ groups, is_superuser, profile }) =>
    [...(is_superuser ? ['Superusuario'] : []), ...groups].join(', ') || profile.name,
}

/** Only users without a password can be invited. */
function isInvitable({ account_state, invitation: { state } }: UserRow): boolean {
  return state !== 'no_email' && (account_state === 'not_invited' || account_state === 'invited')
}

/** Nobody deletes themselves, or a user with more permissions; nor restores such a user. */
function isRefused(me: User | null, user: UserRow, action: RowAction): boolean {
  if (me === null || action === 'edit') return false
  return user.id === me.id || !mayDeleteOrRestore(me, user)
}
