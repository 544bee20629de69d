import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core'
import classes from './fields.module.css'
import './inline-input.ts'
import '@mantine/core/styles/Switch.layer.css'

export function Switch(props: SwitchProps) {
  return (
    <MantineSwitch
      size="md"
      classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
      {...props}
    />
  )
}
