import { ClockIcon } from '../../ui/icons/icons.tsx'
import classes from './under-review.module.css'

/** Tells that figures beside it are not certain; without a notice they are. */
export function UnderReview({ notice }: { notice: string | null }) {
  if (notice === null) return null
  return (
    <p className={classes.notice}>
      <ClockIcon size={16} />
      <span>{notice}</span>
    </p>
  )
}
