import type { CSSProperties } from 'react'
import classes from './feedback.module.css'

interface Props {
  /** Pixels, or a length of CSS; the available width without it. */
  width?: number | string
  height?: number
  /** As wide as it is high. */
  circle?: boolean
  radius?: number
  className?: string | undefined
  style?: CSSProperties
  'aria-hidden'?: 'true'
}

/** The place of something that is loading. */
export function Skeleton({
  width,
  height,
  circle,
  radius,
  className = '',
  style,
  ...others
}: Props) {
  return (
    <div
      {...others}
      className={`${classes.skeleton} ${className}`}
      style={{ width: circle ? height : width, height, borderRadius: radius, ...style }}
      data-circle={circle}
    />
  )
}
