import type { ComponentProps, ElementType, MouseEvent, ReactNode } from 'react'
import classes from './buttons.module.css'

interface Look {
  /** Filled is the one action that a screen is for; danger cannot be undone. */
  variant?: 'filled' | 'danger' | 'default' | 'light' | 'subtle'
  /** 36 px high, or 44. */
  size?: 'sm' | 'md'
  fullWidth?: boolean
  leftSection?: ReactNode
  /** What was pressed is on its way: it cannot be pressed again. */
  loading?: boolean
}

type Props<As extends ElementType> = Look & {
  /** A link that looks like a button. */
  component?: As
} & Omit<ComponentProps<As>, keyof Look | 'component'>

/** Also keeps a form from being sent. */
function ignore(event: MouseEvent) {
  event.preventDefault()
}

/** Plain elements, since Mantine's button is a large part of a list's rendering (docs/decisions/web.md). */
export function Button<As extends ElementType = 'button'>(props: Props<As>) {
  const {
    component: Component = 'button',
    variant = 'filled',
    size = 'sm',
    fullWidth,
    leftSection,
    loading = false,
    disabled = false,
    'aria-disabled': ariaDisabled,
    onClick,
    className = '',
    children,
    ...others
  } = props as Props<'button'>
  const isButton = Component === 'button'
  // Not `disabled`, which would drop the focus of the pressed button.
  const isIdle = loading || ariaDisabled === true
  return (
    <Component
      {...(isButton && { type: 'button', disabled: disabled && !loading })}
      {...others}
      aria-disabled={isIdle || ariaDisabled}
      onClick={isIdle ? ignore : onClick}
      className={`${classes.button} ${className}`}
      data-variant={variant}
      data-size={size}
      data-with-icon={leftSection ? true : undefined}
      data-wide={fullWidth || undefined}
      data-loading={loading || undefined}
    >
      {leftSection}
      <span className={classes.label}>{children}</span>
      {loading && <span className={classes.spinner} aria-hidden="true" />}
    </Component>
  )
}
