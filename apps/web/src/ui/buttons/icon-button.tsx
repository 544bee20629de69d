import type { ComponentProps } from 'react'
import classes from './buttons.module.css'

interface Props extends ComponentProps<'button'> {
  /** An icon has no text of its own. */
  'aria-label': string
  variant: 'default' | 'subtle'
}

/** A button with an icon only. */
export function IconButton({ variant, className = '', ...others }: Props) {
  return (
    <button
      type="button"
      {...others}
      className={`${classes.icon} ${className}`}
      data-variant={variant}
    />
  )
}
