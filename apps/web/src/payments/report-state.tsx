import {
  type PaymentReportState,
  paymentReportLabels,
} from '@carpeta/domain/payments/payment-report-states'
import type { ComponentType } from 'react'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'
import classes from './report-state.module.css'

const icons: Record<PaymentReportState, ComponentType<IconProps>> = {
  reported: ClockIcon,
  confirmed: CheckCircleIcon,
  declined: CrossCircleIcon,
  cancelled: DashCircleIcon,
}

interface Props {
  state: PaymentReportState
  /** Replaces the state's own label. */
  label?: string
}

/** The state's label with an icon, so that it does not depend on colour alone. */
export function ReportStateMark({ state, label = paymentReportLabels[state] }: Props) {
  const Icon = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} />
      {label}
    </span>
  )
}
