import type { ComponentType } from 'react'
import type { IconProps } from '../icons/icons.tsx'
import classes from './tag.module.css'

interface Props {
  tone: 'blue' | 'green' | 'plain' | 'red'
  /** A shape besides the colour, for users who cannot tell the colours apart. */
  icon: ComponentType<IconProps>
  children: string
}

export function Tag({ tone, icon: Icon, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <Icon size={16} />
      {children}
    </span>
  )
}
