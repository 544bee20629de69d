import type { ReactNode } from 'react'
import classes from './reports.module.css'

const YEAR = 12

/** The summary that so many months are folded under; null when they are not. */
export function monthsSummary(count: number): string | null {
  return count <= YEAR ? null : `Ver los ${count} meses`
}

/** The chart says it all at a glance: more than a year of rows are folded. */
export function MonthsDetails({ count, children }: { count: number; children: ReactNode }) {
  const summary = monthsSummary(count)
  if (summary === null) return children
  return (
    <details className={classes.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
