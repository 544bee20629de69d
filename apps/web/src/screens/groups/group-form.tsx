import { groupNameError } from '@carpeta/domain/access/group-rules'
import { permissionName, permissionNames } from '@carpeta/domain/access/permission-names'
import { nameLimits } from '@carpeta/domain/people/name-rules'
import { useWatch } from 'react-hook-form'
import { changeGroup, createGroup, GROUPS, type Group, type GroupFields } from '../../api/groups.ts'
import { changedFields } from '../../forms/changed-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { TextInput } from '../../ui/fields/inputs.ts'
import classes from './groups.module.css'

const names = ['name', 'permissions'] as const

interface Props {
  /** Null creates a group. */
  group: Group | null
  onClose: () => void
}

export function GroupForm({ group, onClose }: Props) {
  const before = { name: group?.name ?? '', permissions: group?.permissions ?? [] }
  const { form, errors, dialog } = useDialogForm<GroupFields>({
    defaultValues: before,
    names,
    resource: GROUPS,
    save: ({ name, permissions }) => {
      const fields = { name: name.trim(), permissions }
      return group ? changeGroup(group.id, changedFields(before, fields)) : createGroup(fields)
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
