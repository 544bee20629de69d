import type { ComponentType } from 'react'
import type { IconProps } from '../icons/icons.tsx'
import classes from './state-mark.module.css'

export type Tone = 'waiting' | 'missing' | 'done' | 'refused' | 'ended'

interface Props {
  icon: ComponentType<IconProps>
  tone: Tone
  label: string
}

/** A state's label with an icon, so that it does not depend on colour alone. */
export function StateMark({ icon: Icon, tone, label }: Props) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon size={16} />
      {label}
    </span>
  )
}
