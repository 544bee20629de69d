import classes from './fields.module.css'
import { Switch } from './switch.ts'

interface Props {
  label: string
  description: string
  isOn: boolean
  /** Without it the switch is disabled. */
  onMove?: (isOn: boolean) => void
}

/** A switch whose description is not part of its name. */
export function LabelledSwitch({ label, description, isOn, onMove }: Props) {
  return (
    <Switch
      classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
      size="md"
      label={label}
      aria-label={label}
      description={description}
      checked={isOn}
      disabled={!onMove}
      onChange={({ currentTarget }) => onMove?.(currentTarget.checked)}
    />
  )
}
