import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import classes from './detail.module.css'

export function DetailSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div aria-hidden="true">
        <Skeleton width="min(420px, 80%)" height={30} />
        <Skeleton width="min(320px, 60%)" height={18} style={{ marginTop: 12, marginBottom: 24 }} />
        <div className={classes.parts}>
          <Skeleton height={320} radius={14} />
          <Skeleton height={240} radius={14} />
        </div>
      </div>
    </>
  )
}
