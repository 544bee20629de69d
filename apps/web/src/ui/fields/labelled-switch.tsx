import { Switch } from './switch.tsx'

interface Props {
  label: string
  description: string
  isOn: boolean
  /** Without it the switch is disabled. */
  onMove?: ((isOn: boolean) => void) | undefined
  /** It cannot be moved, and keeps the focus. */
  isSaving?: boolean
}

/** A switch whose description is not part of its name. */
export function LabelledSwitch({ label, description, isOn, onMove, isSaving }: Props) {
  return (
    <Switch
      label={label}
      aria-label={label}
      description={description}
      checked={isOn}
      disabled={!onMove}
      aria-disabled={isSaving}
      onChange={({ currentTarget }) => !isSaving && onMove?.(currentTarget.checked)}
    />
  )
}
