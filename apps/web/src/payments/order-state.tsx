import { type OrderState, orderLabels } from '@carpeta/domain/payments/online-payment-rules'
import type { ComponentType } from 'react'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'
import classes from './report-state.module.css'

/** The tone is that of a reported payment: it waits, has ended well, badly or without effect. */
const looks: Record<OrderState, [icon: ComponentType<IconProps>, tone: string]> = {
  created: [ClockIcon, 'reported'],
  sent: [ClockIcon, 'reported'],
  unknown: [ClockIcon, 'reported'],
  authorized: [CheckCircleIcon, 'confirmed'],
  rejected: [CrossCircleIcon, 'declined'],
  aborted: [DashCircleIcon, 'cancelled'],
  expired: [DashCircleIcon, 'cancelled'],
  refunded: [DashCircleIcon, 'cancelled'],
}

interface Props {
  state: OrderState
  /** Replaces the state's own label. */
  label?: string
}

/** The state's label with an icon, so that it does not depend on colour alone. */
export function OrderStateMark({ state, label = orderLabels[state] }: Props) {
  const [Icon, tone] = looks[state]
  return (
    <span className={classes.state} data-state={tone}>
      <Icon size={16} />
      {label}
    </span>
  )
}
