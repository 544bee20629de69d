import type { ReactNode } from 'react'
import classes from './layout.module.css'

interface Props {
  className?: string | undefined
  children: ReactNode
}

export function ButtonRow({ className = '', children }: Props) {
  return <div className={`${classes.row} ${className}`}>{children}</div>
}
