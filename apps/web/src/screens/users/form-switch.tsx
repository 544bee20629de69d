import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type Control, useController } from 'react-hook-form'
import type { TypedUser } from './user-fields.ts'

interface Props {
  control: Control<TypedUser>
  name: 'invite' | 'is_active'
  label: string
  description: string
}

/** Mantine's switch keeps a state of its own, which a registered field would not see. */
export function FormSwitch({ control, name, label, description }: Props) {
  const { field } = useController({ control, name })
  return (
    <Switch
      label={label}
      // Without it the description is part of its name.
      aria-label={label}
      description={description}
      checked={field.value}
      onChange={field.onChange}
    />
  )
}
