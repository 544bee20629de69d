import type { ComponentType } from 'react'
import type { IconProps } from '../icons/icons.tsx'
import classes from './tag.module.css'

export type Tone = 'amber' | 'blue' | 'green' | 'plain' | 'red'

interface Props {
  tone: Tone
  /** A shape besides the colour, for users who cannot tell the colours apart. */
  icon: ComponentType<IconProps>
  children: string
}

/** Every state on every list and page. */
export function Tag({ tone, icon: Icon, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <Icon size={16} />
      {children}
    </span>
  )
}
