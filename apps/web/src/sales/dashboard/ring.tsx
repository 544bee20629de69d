import type { ReactNode } from 'react'
import classes from './ring.module.css'

const RADIUS = 40
const LENGTH = 2 * Math.PI * RADIUS

interface RingProps {
  /** From 0 to 1. */
  share: number
  /** The accessible name. */
  label: string
  children: ReactNode
}

/** Mantine’s ring would add its tooltips, 13 kB, for one circle. */
export function Ring({ share, label, children }: RingProps) {
  const drawn = Math.min(Math.max(share, 0), 1) * LENGTH
  return (
    <div className={classes.ring} role="img" aria-label={label}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <circle className={classes.track} cx="48" cy="48" r={RADIUS} />
        {drawn > 0 && (
          <circle
            className={classes.part}
            cx="48"
            cy="48"
            r={RADIUS}
            strokeDasharray={`${drawn} ${LENGTH}`}
            transform="rotate(-90 48 48)"
          />
        )}
      </svg>
      <span className={classes.label}>{children}</span>
    </div>
  )
}
