import type { ReactNode } from 'react'
import classes from './unread.module.css'

/** How much, or that something, is 'sin leer'. `className` places it. */
export function Unread({ className = '', children }: { className?: string; children: ReactNode }) {
  return <span className={`${classes.unread} ${className}`}>{children}</span>
}
