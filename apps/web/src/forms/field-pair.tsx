import type { ReactNode } from 'react'
import classes from './forms.module.css'

/** Fields side by side where there is room for two. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
