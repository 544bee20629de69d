import { addDays, dateOrNull, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { parsePesos } from '@carpeta/domain/money/money'
import {
  isPendingReport,
  pendingReportNotice,
} from '@carpeta/domain/payments/payment-report-states'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import classes from '../../payments/member/payment-rows.module.css'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { cancelPaymentReport } from '../calls.ts'
import { OWN_FILE, ReceiptButton, ReportStateMark } from '../report-parts.tsx'
import { ownReportsQuery, type PaymentReport } from './calls.ts'
import { ReportButton } from './report-button.tsx'
import { ReportReceived } from './report-received.tsx'

/** A closed report stays on the dashboard for this long. */
const CLOSED_DAYS = 60

interface Props {
  sale: Sale
  reports: PaymentReport[]
  /** Leaves out what is closed. */
  isPendingOnly?: boolean
}

/** The payments that the member reported for a sale; nothing without any that is shown. */
export function ReportedPayments({ sale, reports, isPendingOnly = false }: Props) {
  const today = todayInSantiago(serverNow())
  const [isReported, setReported] = useState(false)
  const since = addDays(today, -CLOSED_DAYS)
  const shown = reports.filter(
    ({ state, closed_at }) =>
      isPendingReport(state) ||
      (!isPendingOnly &&
        state !== 'cancelled' &&
        closed_at !== null &&
        todayInSantiago(new Date(closed_at)) >= since),
  )
  if (shown.length === 0) return null
  const title = isPendingOnly ? 'Pagos informados, por validar' : 'Pagos que informaste'
  return (
    <section className={classes.reported} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {shown.map((report) => (
          <Reported key={report.id} report={report}>
            {report.state === 'declined' && !reports.some(isAfter(report)) && (
              <ReportButton
                sale={sale}
                today={today}
                label="Informar de nuevo"
                of={`el pago del ${dayOf(report)}`}
                onReported={() => setReported(true)}
              />
            )}
          </Reported>
        ))}
      </ul>
      {isReported && <ReportReceived />}
    </section>
  )
}

/** Whether another report of the sale followed the answer to this one: that one goes on. */
const isAfter =
  ({ closed_at: at }: PaymentReport) =>
  ({ state, reported_at }: PaymentReport) =>
    at !== null && state !== 'cancelled' && Date.parse(reported_at) > Date.parse(at)

function dayOf({ paid_on: paidOn }: PaymentReport): string {
  const day = dateOrNull(paidOn)
  return day ? shortDate(day) : paidOn
}

interface ReportedProps {
  report: PaymentReport
  /** What the member can still do. */
  children: ReactNode
}

function Reported({ report, children }: ReportedProps) {
  const { id, state, comment, reason, receipt } = report
  const isPending = isPendingReport(state)
  const isView = useIsView()
  const [isCancelling, setCancelling] = useState(false)
  const client = useQueryClient()

  async function cancel() {
    try {
      await cancelPaymentReport(id)
    } finally {
      // It is also refused because staff have closed the report.
      await client.invalidateQueries({ queryKey: ownReportsQuery.queryKey })
    }
  }

  return (
    <li className={classes.report}>
      <div className={classes.what}>
        <p>
          <strong>
            <PesosAmount value={parsePesos(report.amount)} />
          </strong>
          <UnbrokenDates text={` · ${dayOf(report)}`} />
        </p>
        <ReportStateMark state={state} {...(isPending && { label: pendingReportNotice })} />
        {comment && <p className={classes.detail}>{comment}</p>}
        {reason && <p className={classes.reason}>Motivo: {reason}</p>}
        {state === 'declined' && (
          <p className={classes.detail}>
            Si tienes dudas, <WriteToUs about={`Pago informado del ${dayOf(report)}`} />.
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {receipt && <ReceiptButton reportId={id} name={receipt.name} label={OWN_FILE} />}
        {isPending && !isView && (
          <Button variant="subtle" onClick={() => setCancelling(true)}>
            Anular
          </Button>
        )}
        {children}
      </div>
      {isCancelling && (
        <Confirmation
          title="Anular el informe"
          confirm="Anular"
          isDanger
          cancel="Volver"
          action={cancel}
          onClose={() => setCancelling(false)}
        >
          <p>
            La cooperativa ya no revisará este pago. Tu dinero no se mueve: solo se anula el
            informe.
          </p>
        </Confirmation>
      )}
    </li>
  )
}
