import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import list from './list.module.css'
import classes from './list-skeleton.module.css'

const ROWS = ['88%', '72%', '94%', '66%', '80%', '76%']

export function ListSkeleton() {
  return (
    <div className={list.panel}>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div className={classes.skeleton} aria-hidden="true">
        {ROWS.map((width) => (
          <div key={width} className={classes.skeletonRow}>
            <Skeleton width={width} height={16} />
            <Skeleton width="60%" height={16} />
            <Skeleton width="40%" height={16} />
          </div>
        ))}
      </div>
    </div>
  )
}
