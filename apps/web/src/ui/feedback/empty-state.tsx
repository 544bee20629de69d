import type { ReactNode } from 'react'
import { EmptyDrawing } from '../icons/empty-drawing.tsx'
import classes from './feedback.module.css'

/** Shown when there is no data, with what the user can do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <EmptyDrawing />
      <p className={classes.emptyTitle}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
