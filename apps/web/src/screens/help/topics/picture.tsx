import type { ReactNode } from 'react'
import classes from '../help.module.css'

interface Props {
  /** For users who cannot see the picture. */
  label: string
  /** width and height of the drawing */
  size: [number, number]
  caption: string
  children: ReactNode
}

/** A simplified picture of a part of the portal. */
export function Picture({ label, size: [width, height], caption, children }: Props) {
  return (
    <figure className={classes.picture}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
