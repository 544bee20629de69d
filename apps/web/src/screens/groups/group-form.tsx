import { groupMessages } from '@carpeta/domain/group-rules'
import { permissionNames } from '@carpeta/domain/permission-names'
import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeGroup, createGroup, GROUPS, type Group, type GroupFields } from '../../api/groups.ts'
import { useRefusal } from '../../session/use-refusal.tsx'
import classes from './groups.module.css'

const MAX_NAME = 150
const fieldNames = ['name', 'permissions'] as const

interface Props {
  /** Null adds one. */
  group: Group | null
  onClose: () => void
}

export function GroupForm({ group, onClose }: Props) {
  const client = useQueryClient()
  const { register, watch, setValue, handleSubmit, setError, formState } = useForm<GroupFields>({
    defaultValues: { name: group?.name ?? '', permissions: group?.permissions ?? [] },
  })
  const { errors, isSubmitting } = formState
  const refused = useRefusal(fieldNames, (name, message) =>
    setError(name, { message }, { shouldFocus: true }),
  )

  async function save({ name, permissions }: GroupFields) {
    refused.clear()
    try {
      const fields = { name: name.trim(), permissions }
      await (group ? changeGroup(group.id, fields) : createGroup(fields))
      await client.invalidateQueries({ queryKey: [GROUPS] })
      onClose()
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit(save)}>
      <TextInput
        {...register('name', { validate: (name) => name.trim() !== '' || groupMessages.name })}
        size="md"
        label="Nombre"
        maxLength={MAX_NAME}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
      />
      <Checkbox.Group
        size="md"
        label="Permisos"
        description="Quienes ya ingresaron los ganan o pierden de inmediato."
        value={watch('permissions')}
        onChange={(permissions) => setValue('permissions', permissions)}
        error={errors.permissions?.message}
      >
        <div className={classes.choices}>
          {Object.entries(permissionNames).map(([permission, name]) => (
            <Checkbox
              key={permission}
              classNames={{ body: classes.choice ?? '' }}
              value={permission}
              label={name}
            />
          ))}
        </div>
      </Checkbox.Group>
      {refused.notice}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSubmitting}>
          Guardar
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
