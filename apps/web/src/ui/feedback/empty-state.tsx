import type { ReactNode } from 'react'
import { EmptyDrawing } from '../icons/empty-drawing.tsx'
import classes from './empty-state.module.css'

/** Nothing to show: says so, and what can be done. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <EmptyDrawing />
      <p className={classes.title}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
