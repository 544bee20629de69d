import type { ReactNode } from 'react'
import { AlertIcon, CheckCircleIcon, InfoIcon } from '../icons/login-icons.tsx'
import classes from './feedback.module.css'

interface Props {
  tone: 'warning' | 'error' | 'info' | 'success'
  children: ReactNode
  /** A button. */
  action?: ReactNode
}

const ICON = {
  warning: AlertIcon,
  error: AlertIcon,
  info: InfoIcon,
  success: CheckCircleIcon,
}

export function Notice({ tone, children, action }: Props) {
  const Icon = ICON[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
