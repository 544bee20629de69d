import { VisuallyHidden } from '../../../ui/display/visually-hidden.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.ts'
import classes from './detail.module.css'

export function DetailSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div aria-hidden="true">
        <Skeleton width="min(420px, 80%)" height={30} />
        <Skeleton width="min(320px, 60%)" height={18} mt={12} mb={24} />
        <div className={classes.parts}>
          <Skeleton height={320} radius={14} />
          <Skeleton height={240} radius={14} />
        </div>
      </div>
    </>
  )
}
