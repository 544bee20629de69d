import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useCanReport } from '../../payment-reports/member/report-button.tsx'
import { ReportReceived } from '../../payment-reports/member/report-received.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { useAwaited } from './awaited.ts'
import { HowToPay } from './how-to-pay.tsx'
import classes from './pay-dialog.module.css'

const ReportDialog = lazyPart(
  async () => (await import('../../payment-reports/member/report-dialog.tsx')).ReportDialog,
)

interface Props {
  sale: Sale
  today: CalendarDate
  /** Whether the overdue instalment is paid already was asked before. */
  isAsked?: boolean
  onClose: () => void
}

/** The account to transfer to, and how to tell of it afterwards, of one of several sales or instead of Webpay. */
export function HowToPayDialog({ sale, today, isAsked, onClose }: Props) {
  const [isReporting, setReporting] = useState(false)
  const [isReported, setReported] = useState(false)
  const canReport = useCanReport()(sale)
  const awaited = useAwaited(today)(sale)
  if (isReporting) {
    return (
      <Suspense>
        <ReportDialog
          sale={sale}
          today={today}
          onClose={() => setReporting(false)}
          onReported={() => setReported(true)}
        />
      </Suspense>
    )
  }
  return (
    <Dialog
      title="Cómo pagar"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>Entendido</Button>
          {canReport && (
            <Button variant="default" onClick={() => setReporting(true)}>
              Ya pagué: informar un pago
            </Button>
          )}
        </>
      }
    >
      {isReported && <ReportReceived />}
      <p className={classes.home}>{nameOf(sale)}</p>
      <HowToPay {...{ sale, today, awaited, canReport, isAsked }} />
    </Dialog>
  )
}
