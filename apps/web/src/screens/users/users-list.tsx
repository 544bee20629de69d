import type { User } from '@carpeta/contract/auth'
import { LIMITED_USERS_NOTICE } from '@carpeta/domain/people/limited-lists'
import { mayDeleteOrRestore, mayManageAccount } from '@carpeta/domain/people/user-rules'
import { USERS, type UserRow, type UsersPage } from '../../api/users.ts'
import type { RowAction, RowPermissions } from '../../list/actions/row-actions.ts'
import type { FilterField } from '../../list/filters.tsx'
import { List } from '../../list/list.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import { useListPage } from '../../list/use-list-page.ts'
import { fullName } from './full-name.ts'
import { invitationChoices } from './invitations/invitation-labels.ts'
import classes from './users.module.css'
import { type ColumnOptions, columnsWith } from './users-columns.tsx'

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

interface Props extends Omit<ColumnOptions, 'isActive'> {
  address: ListAddress
  onEdit: (user: UserRow) => void
}

export function UsersList(props: Props) {
  const { me, address, selected, onBegin, onEdit, onView, onInvited, onRevoke } = props
  const isActive = address.scope === 'active'
  const columns = columnsWith({ me, isActive, selected, onBegin, onView, onInvited, onRevoke })
  const allows = (user: UserRow, action: RowAction) =>
    me !== null && mayManageAccount(me, user) && !isRefused(me, user, action)
  return (
    <>
      <List
        resource={USERS}
        caption="Usuarios"
        columns={columns}
        nameOf={fullName}
        address={address}
        filters={me?.extended ? filters : filters.filter(({ name }) => name !== 'invitation')}
        permissions={permissions}
        allows={allows}
        onBegin={onBegin}
        onEdit={onEdit}
        texts={texts}
      />
      <Limited address={address} />
    </>
  )
}

function Limited({ address }: { address: ListAddress }) {
  const { data } = useListPage<UsersPage>(USERS, address)
  if (!data?.isLimited) return null
  return <p className={classes.limited}>{LIMITED_USERS_NOTICE}</p>
}

/** Nobody deletes themselves, or a user with more permissions; nor restores such a user. */
function isRefused(me: User, user: UserRow, action: RowAction): boolean {
  if (action === 'edit') return false
  return user.id === me.id || !mayDeleteOrRestore(me, user)
}
