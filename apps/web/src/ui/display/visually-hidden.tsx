import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

interface Props {
  component?: 'div' | 'span' | 'dt' | 'legend' | 'caption'
  role?: 'status'
  children?: ReactNode
}

/** A text for screen readers only. */
export function VisuallyHidden({ component: Component = 'div', ...others }: Props) {
  return <Component className={classes.hidden} {...others} />
}
