import { groupMessages, groupNameError } from '@carpeta/domain/access/group-rules'
import { permissionName, permissionNames } from '@carpeta/domain/access/permission-names'
import { nameLimits } from '@carpeta/domain/people/name-rules'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { changedFields } from '../../forms/changed-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import type { RowPermissions } from '../../list/actions/row-actions.ts'
import { List } from '../../list/list.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ListTexts } from '../../list/list-texts.ts'
import { NoAccess } from '../../session/protected-route.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { changeGroup, createGroup, GROUPS, type Group, type GroupFields } from './calls.ts'
import classes from './groups.module.css'

type Opened = 'new' | Group

/**
 * For superusers only. There is no permission for it, since granting permissions includes all of
 * them.
 */
export function Component() {
  const user = useStoredUser()
  return user && !user.is_superuser ? <NoAccess /> : <Groups />
}

function Groups() {
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <Page
      title="Grupos"
      isWide
      back={<BackLink to="/users">Volver a los usuarios</BackLink>}
      actions={
        <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpened('new')}>
          Añadir grupo
        </Button>
      }
    >
      <p className={classes.lead}>
        Lo que cada persona de la oficina puede hacer depende de los grupos a los que pertenece.
      </p>
      <GroupList onEdit={setOpened} />
      {opened && (
        <GroupForm group={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
      )}
    </Page>
  )
}

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

function GroupList({ onEdit }: { onEdit: (group: Group) => void }) {
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

const names = ['name', 'permissions'] as const

interface Props {
  /** Null creates a group. */
  group: Group | null
  onClose: () => void
}

function GroupForm({ group, onClose }: Props) {
  const before = { name: group?.name ?? '', permissions: group?.permissions ?? [] }
  const { form, errors, dialog } = useDialogForm<GroupFields>({
    defaultValues: before,
    names,
    resource: GROUPS,
    save: ({ name, permissions }) => {
      const fields = { name: name.trim(), permissions }
      if (!group) return createGroup(fields)
      return changeGroup(group.id, { ...changedFields(before, fields), as_read: before })
    },
    onClose,
  })
  const { register, control, setValue } = form
  const chosen = useWatch({ control, name: 'permissions' })
  // Permissions of the group that this version does not know can be removed too.
  const offered = new Set([...Object.keys(permissionNames), ...before.permissions])

  return (
    <FormDialog {...dialog} title={group ? 'Editar grupo' : 'Añadir grupo'}>
      <TextInput
        {...register('name', {
          validate: (name) => name === group?.name || (groupNameError(name)?.text ?? true),
        })}
        label="Nombre"
        maxLength={nameLimits.name}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
      />
      <Checkbox.Group
        label="Permisos"
        description="Quienes ya ingresaron los ganan o pierden de inmediato."
        value={chosen}
        onChange={(permissions) => setValue('permissions', permissions, { shouldDirty: true })}
        error={errors.permissions?.message}
      >
        <div className={classes.choices}>
          {[...offered].map((permission) => (
            <Checkbox
              key={permission}
              classNames={{ body: classes.choice ?? '' }}
              value={permission}
              label={permissionName(permission)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  )
}
