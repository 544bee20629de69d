import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import { type NextPayment as Due, nextPayment } from '@carpeta/domain/payments/next-payment'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isInCredit, isOwn, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { paymentAccountQuery } from '../../payment-reports/member/calls.ts'
import { ReportButton, useCanReport } from '../../payment-reports/member/report-button.tsx'
import { ReportReceived } from '../../payment-reports/member/report-received.tsx'
import { ReportedPayments } from '../../payment-reports/member/reported-part.tsx'
import { SharedMark, UnderReview } from '../../sales/dashboard/sale-parts.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { useAwaited } from './awaited.ts'
import { AwaitedNotes } from './awaited-part.tsx'
import { BookedLater } from './booked-later.tsx'
import { ownPaymentsQuery } from './calls.ts'
import { DueAmounts, HowToPaySkeleton, NothingDue } from './due-amounts.tsx'
import { FiguresClash } from './figures-clash.tsx'
import classes from './next-payment.module.css'
import { otherPaymentLabel, PayButton, useCanPay } from './pay-button.tsx'

// Loaded on demand: most members have one sale, whose amounts are shown first.
const UpcomingPayments = lazyPart(
  async () => (await import('./upcoming-payments.tsx')).UpcomingPayments,
)
const HowToPay = lazyPart(async () => (await import('./how-to-pay.tsx')).HowToPay)
const OnlinePayments = lazyPart(async () => (await import('./online-payments.tsx')).OnlinePayments)

interface NextPaymentProps {
  sales: Sale[]
  selected: Sale | null
  today: CalendarDate
}

/** What the member pays now: of the selected sale, or of each open sale in one line. */
export function NextPayment({ sales, selected, today }: NextPaymentProps) {
  const open = sales.filter(isSelectable)
  const isPhone = usePhone()
  if (selected) {
    const isOnly = open.length === 1
    return <SalePayment key={selected.code} sale={selected} today={today} isOnly={isOnly} />
  }
  if (open.length === 0) return null
  return (
    <Suspense
      fallback={
        <Skeleton height={90 + (isPhone ? 208 : 80) * open.length} style={{ marginBottom: 16 }} />
      }
    >
      <UpcomingPayments sales={open} today={today} />
    </Suspense>
  )
}

interface Props {
  sale: Sale
  today: CalendarDate
  isOnly: boolean
}

function SalePayment({ sale, today, isOnly }: Props) {
  const awaited = useAwaited(today)(sale)
  const { covered, rest } = awaited
  const payment = nextPayment(rest, today)
  const isDue = payment.kind === 'due'
  const isPhone = usePhone()
  // Null until the member decides. It is open at first where there is room and no other way to pay.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [isReported, setReported] = useState(false)
  const isCredit = isInCredit(sale)
  const isUnpaid = payment.kind !== 'paid_up' && payment.kind !== 'finished' && !isCredit
  const { data: online } = useQuery(ownPaymentsQuery)
  const isTransferOnly = online === null || online?.available === false
  const isHowChosen = isUnpaid && (chosen ?? (isDue && !isPhone && isTransferOnly))
  const { data: account } = useQuery({ ...paymentAccountQuery, enabled: isHowChosen })
  const told = [...covered.values()].map(({ orderId }) => orderId)
  const payments =
    online?.results.filter(({ id, sale_code }) => sale_code === sale.code && !told.includes(id)) ??
    []
  const canPay = useCanPay()(sale)
  // Another payment is not what they came for, until it is due.
  const isNothingDue = !isDue || (payment.overdue === null && payment.next?.dueOn !== today)
  const isPaid = covered.size > 0 && isNothingDue
  const isSettled = !isDue || isPaid
  const booked = isDue && !isCredit ? bookedLater(sale, today, covered) : null
  // Nothing is urged while it may be paid already, and what else can be done is quiet.
  const isDoubted = Boolean(booked?.question || booked?.asked)
  // Its dialog has the other ways to pay, too.
  const isPayAlone = isPaid && canPay !== false && !isDoubted
  const isHowShown = isHowChosen && account !== null && !isPayAlone
  // A phone's first screen has both the question, which comes before the other buttons, and its answers.
  const isNextBelow = isPhone && booked !== null
  const canReport = useCanReport()(sale)

  return (
    <section
      className={classes.block}
      aria-label="Próximo pago"
      data-overdue={(isDue && payment.overdue !== null && !isCredit) || undefined}
    >
      <div className={classes.head}>
        <h2>
          Próximo pago
          {!isOnly && <span className={classes.of}> · {nameOf(sale)}</span>}
        </h2>
      </div>
      <SharedMark sale={sale} />
      <AwaitedNotes covered={covered} today={today} isWhole hasReceipt />
      {isDue && isCredit && <FiguresClash sale={sale} />}
      {isDue && (
        <DueAmounts
          {...{ payment, sale, today }}
          only={isNextBelow ? 'overdue' : undefined}
          isPaid={covered.size > 0}
        />
      )}
      {!isDue && covered.size === 0 && <NothingDue kind={payment.kind} />}
      <UnderReview notice={underReviewNotice(sale, ['instalments'])} />
      {booked && (
        <BookedLater
          {...{ booked, sale, today }}
          no={
            canPay === false ? (
              account !== null && (
                <Button variant="default" onClick={() => setChosen(true)}>
                  {booked.no}
                </Button>
              )
            ) : (
              <PayButton
                {...{ sale, today }}
                variant="default"
                label={booked.no}
                choice="overdue"
              />
            )
          }
        />
      )}
      {isUnpaid && (isDue || account !== null || canReport || canPay !== false) && (
        <div className={classes.actions} data-quiet={isDoubted || isPayAlone || undefined}>
          {!isDoubted && (
            <PayButton
              sale={sale}
              today={today}
              variant={isPayAlone ? 'subtle' : isSettled ? 'default' : 'filled'}
              label={payLabel({ sale, today, payment, isPayAlone })}
            />
          )}
          {account !== null && !isPayAlone && (
            <Button
              variant={isDoubted ? 'subtle' : canPay === false && !isSettled ? 'filled' : 'default'}
              aria-expanded={isHowShown}
              onClick={() => setChosen(!isHowShown)}
            >
              Cómo pagar
            </Button>
          )}
          {!isPayAlone && (
            <ReportButton
              {...{ sale, today }}
              variant={isDoubted ? 'subtle' : 'default'}
              onReported={() => setReported(true)}
            />
          )}
          {booked?.asked && (
            <PayButton {...{ sale, today }} variant="subtle" label="Pagar de todos modos" />
          )}
        </div>
      )}
      {isHowShown && (
        <Suspense fallback={<HowToPaySkeleton />}>
          <HowToPay {...{ sale, today, awaited, canReport }} isOpened={chosen === true} isAsked />
        </Suspense>
      )}
      {isDue && isNextBelow && <DueAmounts {...{ payment, sale, today }} only="next" />}
      {isReported && <ReportReceived />}
      {payments.length > 0 && (
        <Suspense>
          <OnlinePayments payments={payments} all={online?.results ?? []} />
        </Suspense>
      )}
      {isOwn(sale) && <ReportedPayments sale={sale} />}
    </section>
  )
}

interface PayLabelProps extends Omit<Props, 'isOnly'> {
  /** Without what waits for accounting. */
  payment: Due
  isPayAlone: boolean
}

function payLabel({ sale, today, payment, isPayAlone }: PayLabelProps): string {
  if (payment.kind !== 'due') return 'Pagar otro monto'
  return isPayAlone ? otherPaymentLabel(sale, today, payment.next) : 'Pagar'
}
