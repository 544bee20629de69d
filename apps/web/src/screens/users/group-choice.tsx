import { Checkbox, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { groupsQuery } from '../../api/groups.ts'
import { LoadFailure } from '../../session/load-failure.tsx'
import type { TypedUser } from './user-fields.ts'
import classes from './user-form.module.css'

/** What the user may do, by the groups that he belongs to; members belong to none. */
export function GroupChoice({ control }: { control: Control<TypedUser> }) {
  const { data: groups, error, refetch } = useQuery(groupsQuery)
  const { field, fieldState } = useController({ control, name: 'group_ids' })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!groups) return <Skeleton height={96} />
  return (
    <Checkbox.Group
      label="Grupos"
      description="Sin grupo es un socio."
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <div className={classes.choices}>
        {groups.map(({ id, name }) => (
          <Checkbox key={id} value={String(id)} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
