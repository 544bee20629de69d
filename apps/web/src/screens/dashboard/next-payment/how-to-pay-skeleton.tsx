import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import classes from './next-payment.module.css'

export function HowToPaySkeleton() {
  return (
    <div className={classes.how}>
      <Skeleton height={176} />
    </div>
  )
}
