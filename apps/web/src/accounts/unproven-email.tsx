import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import { ExplainedCheckbox } from '../ui/fields/explained-checkbox.tsx'
import { Stack } from '../ui/layout/stack.tsx'

interface Props {
  email: string
  isRemoved: boolean
  onRemove: (isRemoved: boolean) => void
}

/** At the first password of an account whose email somebody else wrote: the owner removes one that is not theirs. */
export function UnprovenEmail({ email, isRemoved, onRemove }: Props) {
  return (
    <Stack gap="sm">
      <p>{unprovenEmail.arrives(email)}</p>
      <ExplainedCheckbox
        label={unprovenEmail.remove}
        description={isRemoved ? unprovenEmail.removed : undefined}
        checked={isRemoved}
        onChange={({ currentTarget }) => onRemove(currentTarget.checked)}
      />
    </Stack>
  )
}
