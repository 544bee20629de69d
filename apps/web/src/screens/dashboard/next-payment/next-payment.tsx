import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isOwn, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { Suspense, useState } from 'react'
import { ownReportsQuery, paymentAccountQuery } from '../../../api/payments/own-reports.ts'
import { lazyPart } from '../../../connection/lazy-part.ts'
import { useIsView } from '../../../session/use-is-view.ts'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { usePhone } from '../../../ui/table/use-cards.ts'
import { nameOf } from '../name-of.ts'
import { SharedMark } from '../shared-mark.tsx'
import { UnderReview } from '../under-review.tsx'
import { DueAmounts } from './due-amounts.tsx'
import { HowToPaySkeleton } from './how-to-pay-skeleton.tsx'
import classes from './next-payment.module.css'
import { NothingDue } from './nothing-due.tsx'
import { ReportedPayments } from './reported-part.tsx'
import { SaleBalance } from './sale-balance.tsx'
import { UpcomingPayments } from './upcoming-payments.tsx'

// Loaded on demand: the amounts are shown first.
const HowToPay = lazyPart(async () => (await import('./how-to-pay.tsx')).HowToPay)
const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

interface NextPaymentProps {
  sales: Sale[]
  selected: Sale | null
  today: CalendarDate
}

/** What the member pays now: of the selected sale, or of each open sale in one line. */
export function NextPayment({ sales, selected, today }: NextPaymentProps) {
  const open = sales.filter(isSelectable)
  if (selected) {
    const isOnly = open.length === 1
    return <SalePayment key={selected.code} sale={selected} today={today} isOnly={isOnly} />
  }
  return <UpcomingPayments sales={open} today={today} />
}

interface Props {
  sale: Sale
  today: CalendarDate
  isOnly: boolean
}

function SalePayment({ sale, today, isOnly }: Props) {
  const payment = nextPayment(sale, today)
  const isDue = payment.kind === 'due'
  const isPhone = usePhone()
  const isView = useIsView()
  // Null until the member decides. On a phone the amounts come first.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [isReporting, setReporting] = useState(false)
  const [isReported, setReported] = useState(false)
  const isUnpaid = payment.kind !== 'paid_up'
  const isHowChosen = isUnpaid && (chosen ?? (isDue && !isPhone))
  const account = useOptionalQuery({ ...paymentAccountQuery, enabled: isHowChosen })
  const reports = useOptionalQuery(ownReportsQuery)
  const isHowShown = isHowChosen && !account.isAbsent
  const canReport = !isView && isOwn(sale) && !reports.isAbsent

  return (
    <section
      className={classes.block}
      aria-label="Próximo pago"
      data-overdue={(isDue && payment.overdue !== null) || undefined}
    >
      <div className={classes.head}>
        <h2>
          Próximo pago
          {!isOnly && <span className={classes.of}> · {nameOf(sale)}</span>}
        </h2>
        {isDue && <SaleBalance sale={sale} />}
      </div>
      <SharedMark sale={sale} />
      {isDue ? (
        <DueAmounts payment={payment} sale={sale} today={today} />
      ) : (
        <NothingDue kind={payment.kind} />
      )}
      <UnderReview notice={underReviewNotice(sale, ['instalments'])} />
      {isUnpaid && !(account.isAbsent && !canReport) && (
        <div className={classes.actions}>
          {!account.isAbsent && (
            <Button
              variant={isDue ? 'filled' : 'default'}
              aria-expanded={isHowShown}
              onClick={() => setChosen(!isHowShown)}
            >
              Cómo pagar
            </Button>
          )}
          {canReport && (
            <Button variant="default" onClick={() => setReporting(true)}>
              Informar un pago
            </Button>
          )}
        </div>
      )}
      {isReported && (
        <Notice tone="success">
          Recibimos tu informe y lo revisaremos. El saldo cambia cuando la contabilidad registre el
          pago.
        </Notice>
      )}
      {isOwn(sale) && <ReportedPayments saleCode={sale.code} />}
      {isHowShown && (
        <Suspense fallback={<HowToPaySkeleton />}>
          <HowToPay />
        </Suspense>
      )}
      {isReporting && (
        <Suspense>
          <ReportDialog
            sale={sale}
            today={today}
            onClose={() => setReporting(false)}
            onReported={() => setReported(true)}
          />
        </Suspense>
      )}
    </section>
  )
}
