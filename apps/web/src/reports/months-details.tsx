import type { ReactNode } from 'react'
import classes from './reports.module.css'

const YEAR = 12

/** The chart says it all at a glance: more than a year of rows are folded. */
export function MonthsDetails({ count, children }: { count: number; children: ReactNode }) {
  if (count <= YEAR) return children
  return (
    <details className={classes.folded}>
      <summary>Ver los {count} meses</summary>
      {children}
    </details>
  )
}
