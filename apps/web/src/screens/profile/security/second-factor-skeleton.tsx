import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import classes from '../profile.module.css'

export function SecondFactorSkeleton() {
  return (
    <>
      <p className={classes.detail} role="status">
        Cargando…
      </p>
      <Skeleton height={200} aria-hidden="true" />
    </>
  )
}
