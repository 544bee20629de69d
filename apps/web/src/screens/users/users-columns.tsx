import type { SignedInUser } from '@carpeta/contract/auth'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { mayManageAccount } from '@carpeta/domain/people/user-rules'
import type { UserRow } from '../../api/users.ts'
import { SelectPage, SelectRow } from '../../list/selection/select-box.tsx'
import type { Selected } from '../../list/selection/use-selected.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EyeIcon } from '../../ui/icons/icons.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { fullName } from './full-name.ts'
import { InvitationCell } from './invitations/invitation-cell.tsx'
import { UserCell } from './user-cell.tsx'

export interface ColumnOptions {
  /** The current user, or null until known. */
  me: SignedInUser | null
  /** Not of deleted users. */
  isActive: boolean
  selected: Selected<UserRow>
  /** Called when an action on a row starts. */
  onBegin: () => void
  /** Views the portal as this member. */
  onView: (user: UserRow) => void
  onInvited: (said: string) => Promise<void>
  onRevoke: (user: UserRow) => void
}

export function columnsWith(options: ColumnOptions): Column<UserRow>[] {
  const { me, isActive, selected, onBegin, onView, onInvited, onRevoke } = options
  const isTouchable = (user: UserRow) => me !== null && mayManageAccount(me, user)
  const isSelectable = (user: UserRow) => isInvitable(user) && isTouchable(user)

  const selection: Column<UserRow> = {
    header: 'Selección',
    heading: (users) => <SelectPage rows={users.filter(isSelectable)} selected={selected} />,
    cell: (user) =>
      isSelectable(user) && (
        <SelectRow row={user} label={`Seleccionar a ${fullName(user)}`} selected={selected} />
      ),
    isShort: true,
    onCard: 'aside',
  }
  const person: Column<UserRow> = {
    header: 'Usuario',
    cell: (user) => (
      <UserCell user={user} isLinked={isActive && me?.extended === true}>
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
  // Only an extended API has anything to do with several accounts.
  return isActive && me?.extended ? [selection, ...columns] : columns
}

const id: Column<UserRow> = {
  header: '#Id',
  cell: (user) => user.id,
  sortBy: 'id',
  isShort: true,
}

const group: Column<UserRow> = {
  header: 'Grupo',
  cell: ({ groups = [], is_superuser, profile }) =>
    [...(is_superuser ? ['Superusuario'] : []), ...groups].join(', ') || profile.name,
}

/** Only users without a password can be invited. */
function isInvitable({ account_state: state, invitation }: UserRow): boolean {
  if (!invitation || invitation.state === 'no_email') return false
  return state === 'not_invited' || state === 'invited'
}
