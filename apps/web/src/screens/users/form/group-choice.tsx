import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../../api/groups.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.ts'
import classes from './user-form.module.css'

interface Props {
  chosen: string[]
  onChoose: (ids: string[]) => void
  error: string | undefined
}

/** The user's groups. Members have none. */
export function GroupChoice({ chosen, onChoose, error }: Props) {
  const { data: groups, error: failure, refetch } = useQuery(groupsQuery)
  if (!groups && failure) return <LoadFailure error={failure} onRetry={() => void refetch()} />
  if (!groups) return <Skeleton height={96} />
  return (
    <Checkbox.Group
      label="Grupos"
      description="Sin grupo es un socio."
      value={chosen}
      onChange={onChoose}
      error={error}
    >
      <div className={classes.choices}>
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            classNames={{ body: classes.choice ?? '' }}
            value={String(id)}
            label={name}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
