import { groupMessages } from '@carpeta/domain/access/group-rules'
import { permissionName, permissionNames } from '@carpeta/domain/access/permission-names'
import { GROUPS, type Group } from '../../api/groups.ts'
import type { RowPermissions } from '../../list/actions/row-actions.ts'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './groups.module.css'

// This screen is for superusers only.
const permissions: RowPermissions = { edit: 'users.manage_users', remove: 'users.manage_users' }

const texts: Partial<ListTexts> = {
  remove: '¿Seguro que quieres eliminar este grupo?',
}

const columns: Column<Group>[] = [
  {
    header: 'Grupo',
    cell: ({ name }) => <span className={classes.name}>{name}</span>,
    onCard: 'title',
    sortBy: 'name',
  },
  {
    header: 'Permisos',
    cell: (group) => <Permissions permissions={group.permissions} />,
    onCard: 'line',
  },
  {
    header: 'Integrantes',
    cell: ({ members }) => (members === 1 ? '1 usuario' : `${members} usuarios`),
  },
]

export function GroupList({ onEdit }: { onEdit: (group: Group) => void }) {
  return (
    <List
      resource={GROUPS}
      caption="Grupos"
      columns={columns}
      nameOf={({ name }) => name}
      address={useListAddress([])}
      permissions={permissions}
      refuses={({ members }, action) =>
        action === 'remove' && members > 0 ? groupMessages.inUse(members).text : null
      }
      onEdit={onEdit}
      texts={texts}
      emptyHint="Sin grupos, solo los superusuarios pueden administrar el portal."
    />
  )
}

/** In the form's order, unknown permissions last. */
function inOrder(permissions: string[]): string[] {
  const known = Object.keys(permissionNames).filter((each) => permissions.includes(each))
  return [...known, ...permissions.filter((each) => !known.includes(each))]
}

function Permissions({ permissions }: { permissions: string[] }) {
  if (permissions.length === 0) return <>Ninguno</>
  return (
    <ul className={classes.permissions}>
      {inOrder(permissions).map((permission) => (
        <li key={permission}>{permissionName(permission)}</li>
      ))}
    </ul>
  )
}
