import type { ReactNode } from 'react'
import classes from './button-row.module.css'

interface Props {
  className?: string | undefined
  /** Of a dialog: it stays in view while what is above it scrolls. */
  isFoot?: boolean
  children: ReactNode
}

export function ButtonRow({ className = '', isFoot, children }: Props) {
  return (
    <div className={`${classes.row} ${className}`} data-foot={isFoot || undefined}>
      {children}
    </div>
  )
}
