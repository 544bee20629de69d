import type { SignedInUser, User } from '@carpeta/contract/auth'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { invitationNames } from '@carpeta/domain/people/account-state'
import { LIMITED_USERS_NOTICE } from '@carpeta/domain/people/limited-lists'
import { formatRut } from '@carpeta/domain/people/rut'
import { mayDeleteOrRestore, mayManageAccount } from '@carpeta/domain/people/user-rules'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { RowAction, RowPermissions } from '../list/actions/row-actions.ts'
import type { RowMenuAction } from '../list/actions/row-menu.tsx'
import type { FilterField } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import type { ListAddress } from '../list/list-address.ts'
import { useListPage } from '../list/list-page.tsx'
import type { ListTexts } from '../list/list-texts.ts'
import { useRowPath } from '../list/row-path.ts'
import type { useListSearch } from '../list/search-box.tsx'
import { type Selected, SelectPage, SelectRow } from '../list/selection.tsx'
import { EmailText } from '../ui/display/email-text.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { EyeIcon, type IconProps, IdCardIcon, MailIcon, PersonIcon } from '../ui/icons/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { USERS, type UserRow, type UsersPage } from './calls.ts'
import { InvitationCell, invitationChoices, MailOffIcon, useInvitation } from './invitations.tsx'
import { OpenMatters } from './open-matters.tsx'
import { fullName } from './user-parts.tsx'
import { searchedFilters, textOf } from './user-search.ts'
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

interface Props {
  /** The current user, or null until known. */
  me: SignedInUser | null
  address: ListAddress
  selected: Selected<UserRow>
  search: ReturnType<typeof useListSearch>['ofList']
  /** Called when an action on a row starts. */
  onBegin: () => void
  onEdit: (user: UserRow) => void
  /** Views the portal as this member. */
  onView: (user: UserRow) => void
  onInvited: (said: string, invitedAt: string | null) => Promise<void>
  onRevoke: (user: UserRow) => void
}

export function UsersList(props: Props) {
  const { me, address, selected, search, onBegin, onEdit, onView, onInvited, onRevoke } = props
  const isActive = address.scope === 'active'
  const columns = columnsWith({ me, isActive, selected })
  const searched = textOf(address.asked.filters)
  const allows = (user: UserRow, action: RowAction) =>
    me !== null && mayManageAccount(me, user) && !isRefused(me, user, action)
  const invitations = useInvitation(onBegin, onInvited)
  function moreActions(user: UserRow): RowMenuAction[] {
    if (!me) return []
    const isInvited = user.invitation?.state === 'invited'
    const viewing: RowMenuAction = {
      label: 'Ver como socio',
      icon: <EyeIcon size={18} />,
      onPress: () => {
        onBegin()
        onView(user)
      },
    }
    const inviting: RowMenuAction = {
      label: isInvited ? 'Reenviar la invitación' : 'Invitar',
      icon: <MailIcon size={18} />,
      isDisabled: invitations.isUnderWay(user) || user.invitation?.delivery === 'queued',
      onPress: () => invitations.invite(user),
    }
    const revoking: RowMenuAction = {
      label: 'Revocar la invitación',
      icon: <MailOffIcon size={18} />,
      onPress: () => {
        onBegin()
        onRevoke(user)
      },
    }
    const mayInvite = isInvitable(user) && mayManageAccount(me, user)
    return [
      ...(mayInvite ? [inviting, ...(isInvited ? [revoking] : [])] : []),
      ...(mayViewAs(me, user) ? [viewing] : []),
    ]
  }
  return (
    <div className={classes.list}>
      <List
        resource={USERS}
        {...search}
        filtersBeside={searched === null ? [] : searchedFilters}
        caption="Usuarios"
        columns={columns}
        nameOf={fullName}
        address={address}
        filters={me?.extended ? filters : filters.filter(({ name }) => name !== 'invitation')}
        permissions={permissions}
        allows={allows}
        onBegin={onBegin}
        onEdit={onEdit}
        {...(isActive && me?.extended && { moreActions })}
        removalDetails={({ id }) => <OpenMatters id={id} />}
        restorationDetails={
          <p>Vuelve sin grupos, y le llega un correo para elegir una contraseña nueva.</p>
        }
        texts={texts}
      />
      <Limited address={address} />
      {invitations.failure}
    </div>
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

interface ColumnOptions extends Pick<Props, 'me' | 'selected'> {
  /** Not of deleted users. */
  isActive: boolean
}

function columnsWith({ me, isActive, selected }: ColumnOptions): Column<UserRow>[] {
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
    cell: (user) => <UserCell user={user} isLinked={isActive && me?.extended === true} />,
    isLong: true,
    onCard: 'title',
    sortBy: 'first_name',
  }
  const state: Column<UserRow> = {
    header: 'Estado',
    cell: (user) => <InvitationCell user={user} isDeleted={!isActive} />,
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
  cell: ({ groups = [], is_superuser, profile }) => (
    <span className={classes.group}>
      {[...(is_superuser ? ['Superusuario'] : []), ...groups].join(', ') || profile.name}
    </span>
  ),
}

/** Only users without a password can be invited. */
function isInvitable({ account_state: state, invitation }: UserRow): boolean {
  if (!invitation || invitation.state === 'no_email') return false
  return state === 'not_invited' || state === 'invited'
}

interface UserCellProps {
  user: User
  /** To the user's file. */
  isLinked: boolean
}

function UserCell({ user, isLinked }: UserCellProps) {
  const rut = formatRut(user.profile.social_security)
  const name = fullName(user)
  return (
    <ul className={classes.user}>
      <Line icon={PersonIcon} is="Nombre" className={classes.name}>
        {isLinked ? <FileLink id={user.id} name={name} /> : name}
      </Line>
      <Line icon={MailIcon} is="Correo" className={classes.email} title={user.email}>
        {user.email ? <EmailText email={user.email} /> : invitationNames.no_email}
      </Line>
      <Line icon={IdCardIcon} is="Rut">
        {rut || 'Sin rut'}
      </Line>
    </ul>
  )
}

function FileLink({ id, name }: { id: number; name: string }) {
  const pathOf = useRowPath('/users')
  return <Link to={pathOf(id)}>{name}</Link>
}

interface LineProps {
  icon: ComponentType<IconProps>
  /** The icon's meaning, for screen readers. */
  is: string
  className?: string | undefined
  /** Where the text may be cut. */
  title?: string
  children: ReactNode
}

function Line({ icon: Icon, is, className, title, children }: LineProps) {
  return (
    <li className={className}>
      <Icon size={16} />
      <span title={title ?? (typeof children === 'string' ? children : undefined)}>
        <VisuallyHidden component="span">{is}: </VisuallyHidden>
        {children}
      </span>
    </li>
  )
}
