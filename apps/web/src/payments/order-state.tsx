import { type OrderState, orderLabels } from '@carpeta/domain/payments/online-payment-rules'
import type { ComponentType } from 'react'
import { Tag, type Tone } from '../ui/display/tag.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'

const looks: Record<OrderState, [icon: ComponentType<IconProps>, tone: Tone]> = {
  created: [ClockIcon, 'blue'],
  sent: [ClockIcon, 'blue'],
  unknown: [ClockIcon, 'blue'],
  authorized: [CheckCircleIcon, 'green'],
  rejected: [CrossCircleIcon, 'red'],
  aborted: [DashCircleIcon, 'plain'],
  expired: [DashCircleIcon, 'plain'],
  refunded: [DashCircleIcon, 'plain'],
}

interface Props {
  state: OrderState
  /** Replaces the state's own label. */
  label?: string
}

export function OrderStateMark({ state, label = orderLabels[state] }: Props) {
  const [icon, tone] = looks[state]
  return (
    <Tag icon={icon} tone={tone}>
      {label}
    </Tag>
  )
}
