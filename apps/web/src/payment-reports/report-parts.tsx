import {
  type PaymentReportState,
  paymentReportLabels,
} from '@carpeta/domain/payments/payment-report-states'
import type { ComponentType } from 'react'
import classes from '../payments/report-state.module.css'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  DownloadIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'
import { downloadReceipt } from './calls.ts'

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

interface ReceiptButtonProps {
  reportId: number
  name: string
}

/** Downloads the receipt of a reported payment. */
export function ReceiptButton({ reportId, name }: ReceiptButtonProps) {
  const { underWay, failure, save } = useDownload()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<DownloadIcon size={16} />}
        aria-label={`Comprobante ${name}`}
        loading={underWay !== null}
        onClick={() => void save(name, () => downloadReceipt(reportId))}
      >
        Comprobante
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
