import type { ReactNode } from 'react'
import classes from './divided-list.module.css'

interface Props {
  size?: 'md' | 'lg'
  /** `li` elements: a text and, beside it, a mark or a button. */
  children: ReactNode
}

export function DividedList({ size = 'md', children }: Props) {
  return (
    <ul className={classes.list} data-size={size}>
      {children}
    </ul>
  )
}
