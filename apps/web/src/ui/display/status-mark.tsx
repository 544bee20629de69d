import type { InstalmentStatus } from '@carpeta/domain/sales/instalments'
import classes from './status-mark.module.css'

const SIGN: Partial<Record<InstalmentStatus, string>> = {
  paid: 'm4.5 8.3 2.4 2.4 4.6-5',
  overdue: 'M8 4v4.8M8 11.9v.1',
  awaited: 'M8 4.5V8l2.4 1.6',
}

const LEFT_HALF = 'M8 1v14H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z'

/** No empty square, which would look like a box to tick. */
const isRound = new Set<InstalmentStatus>(['due', 'awaited'])

/** A shape besides the colour, for users who cannot tell the colours apart. */
export function StatusMark({ status }: { status: InstalmentStatus }) {
  return (
    <svg className={classes.mark} data-status={status} viewBox="0 0 16 16" aria-hidden="true">
      {isRound.has(status) ? (
        <circle cx="8" cy="8" r={status === 'due' ? 4 : 7} />
      ) : (
        <rect x="1" y="1" width="14" height="14" rx="4" />
      )}
      {status === 'partial' && <path className={classes.half} d={LEFT_HALF} />}
      {SIGN[status] && <path className={classes.sign} d={SIGN[status]} />}
    </svg>
  )
}
