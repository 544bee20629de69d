import classes from './labelled-switch.module.css'
import { Switch } from './switch.ts'

interface Props {
  label: string
  description: string
  isOn: boolean
  /** Without it, nobody can move it. */
  onMove?: (isOn: boolean) => void
}

/** With the description beside its name and not in it. */
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
