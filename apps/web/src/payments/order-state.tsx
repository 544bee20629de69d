import { type OrderState, orderLabels } from '@carpeta/domain/payments/online-payment-rules'
import type { ComponentType } from 'react'
import { StateMark, type Tone } from '../ui/display/state-mark.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'

const looks: Record<OrderState, [icon: ComponentType<IconProps>, tone: Tone]> = {
  created: [ClockIcon, 'waiting'],
  sent: [ClockIcon, 'waiting'],
  unknown: [ClockIcon, 'waiting'],
  authorized: [CheckCircleIcon, 'done'],
  rejected: [CrossCircleIcon, 'refused'],
  aborted: [DashCircleIcon, 'ended'],
  expired: [DashCircleIcon, 'ended'],
  refunded: [DashCircleIcon, 'ended'],
}

interface Props {
  state: OrderState
  /** Replaces the state's own label. */
  label?: string
}

export function OrderStateMark({ state, label = orderLabels[state] }: Props) {
  const [icon, tone] = looks[state]
  return <StateMark icon={icon} tone={tone} label={label} />
}
