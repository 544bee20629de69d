import {
  type PaymentReportState,
  paymentGoneLabel,
  paymentReportLabels,
} from '@carpeta/domain/payments/payment-report-states'
import type { ComponentType } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Tag, type Tone } from '../ui/display/tag.tsx'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  DownloadIcon,
  type IconProps,
  TableIcon,
} from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'
import { downloadReceipt } from './calls.ts'

const looks: Record<PaymentReportState, [icon: ComponentType<IconProps>, tone: Tone]> = {
  reported: [ClockIcon, 'blue'],
  confirmed: [CheckCircleIcon, 'green'],
  declined: [CrossCircleIcon, 'red'],
  cancelled: [DashCircleIcon, 'plain'],
}

interface Props {
  state: PaymentReportState
  /** Replaces the state's own label. */
  label?: string
}

export function ReportStateMark({ state, label = paymentReportLabels[state] }: Props) {
  const [icon, tone] = looks[state]
  return (
    <Tag icon={icon} tone={tone}>
      {label}
    </Tag>
  )
}

/** Tells staff that a report waits for which accounting has a payment that matches: it can be confirmed. */
export function MatchedMark() {
  return (
    <Tag icon={TableIcon} tone="green">
      Ya está en contabilidad
    </Tag>
  )
}

/** Tells staff that accounting no longer has the payment of a confirmed report. */
export function PaymentGoneMark() {
  return (
    <Tag icon={AlertIcon} tone="amber">
      {paymentGoneLabel}
    </Tag>
  )
}

interface ReceiptButtonProps {
  reportId: number
  name: string
  /** A member's receipts are those of the cooperative and of Webpay. */
  label?: string
}

export const OWN_FILE = 'Archivo que enviaste'

/** Downloads the receipt of a reported payment. */
export function ReceiptButton({ reportId, name, label = 'Comprobante' }: ReceiptButtonProps) {
  const { underWay, failure, save } = useDownload()
  return (
    <>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        aria-label={`${label} ${name}`}
        loading={underWay !== null}
        onClick={() => void save(name, () => downloadReceipt(reportId))}
      >
        {label}
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
