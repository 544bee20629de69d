import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core'
import './inline-input.ts'
import '@mantine/core/styles/Switch.layer.css'
import classes from './switch.module.css'

export function Switch(props: SwitchProps) {
  return (
    <MantineSwitch
      size="md"
      classNames={{
        root: classes.switch ?? '',
        track: classes.track ?? '',
        description: classes.description ?? '',
      }}
      {...props}
    />
  )
}
