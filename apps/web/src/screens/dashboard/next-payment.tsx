import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { dueLabel, nextPayment } from '@carpeta/domain/payments/next-payment'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isInCredit, isOwn, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { begunByOthers, ownPaymentsQuery, unrecordedOf } from '../../api/own-payments.ts'
import { ownReportsQuery, paymentAccountQuery } from '../../api/own-reports.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent } from '../../ui/display/equivalent.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { CreditAdvice } from './balance.tsx'
import { DueAmounts, HowToPaySkeleton, NothingDue } from './due-amounts.tsx'
import classes from './next-payment.module.css'
import { PaidOnline } from './paid-online.tsx'
import { ReportedPayments } from './reported-part.tsx'
import { nameOf, SharedMark, UnderReview } from './sale-parts.tsx'

// Loaded on demand: the amounts are shown first.
const HowToPay = lazyPart(async () => (await import('./how-to-pay.tsx')).HowToPay)
const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog)
const OnlinePayments = lazyPart(async () => (await import('./online-payments.tsx')).OnlinePayments)
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
  const [isPaying, setPaying] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const [isReported, setReported] = useState(false)
  const isCredit = isInCredit(sale)
  const isUnpaid = payment.kind !== 'paid_up' && payment.kind !== 'finished' && !isCredit
  const isHowChosen = isUnpaid && (chosen ?? (isDue && !isPhone))
  const account = useOptionalQuery({ ...paymentAccountQuery, enabled: isHowChosen })
  const reports = useOptionalQuery(ownReportsQuery)
  const { data: online } = useOptionalQuery(ownPaymentsQuery)
  const payments = online?.results.filter(({ sale_code }) => sale_code === sale.code) ?? []
  const unrecorded = unrecordedOf(sale.code, online)
  const isHowShown = isHowChosen && !account.isAbsent
  const canPay =
    !isView && isUnpaid && online?.available === true && sale.shared?.kind !== 'representative'
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
      </div>
      <SharedMark sale={sale} />
      {isDue ? (
        <DueAmounts
          payment={payment}
          sale={sale}
          today={today}
          paid={(choice, dueOn) => (
            <PaidOnline saleCode={sale.code} choice={choice} dueOn={dueOn} today={today} />
          )}
        />
      ) : (
        <NothingDue kind={payment.kind} />
      )}
      {isCredit && <CreditAdvice sale={sale} />}
      <UnderReview notice={underReviewNotice(sale, ['instalments'])} />
      {isUnpaid && !(account.isAbsent && !canReport && !canPay) && (
        <div className={classes.actions}>
          {canPay && <Button onClick={() => setPaying(true)}>Pagar en línea</Button>}
          {!account.isAbsent && (
            <Button
              variant={isDue && !canPay ? 'filled' : 'default'}
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
      {payments.length > 0 && (
        <Suspense>
          <OnlinePayments payments={payments} />
        </Suspense>
      )}
      {isOwn(sale) && <ReportedPayments saleCode={sale.code} />}
      {isHowShown && (
        <Suspense fallback={<HowToPaySkeleton />}>
          <HowToPay />
        </Suspense>
      )}
      {isPaying && (
        <Suspense>
          <PayDialog
            sale={sale}
            today={today}
            unrecorded={unrecorded}
            begunByOthers={begunByOthers(sale.code, online)}
            onClose={() => setPaying(false)}
          />
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

interface UpcomingPaymentsProps {
  sales: Sale[]
  today: CalendarDate
}

/** The next payment of each of several sales, the earliest first. */
function UpcomingPayments({ sales, today }: UpcomingPaymentsProps) {
  const upcoming = sales
    .flatMap((sale) => {
      const payment = nextPayment(sale, today)
      if (payment.kind !== 'due') return []
      const { overdue, next } = payment
      const first = overdue ?? next
      return first ? [{ sale, first, overdueCount: overdue?.count ?? 0 }] : []
    })
    .sort((a, b) => (a.first.dueOn ?? '').localeCompare(b.first.dueOn ?? ''))
  if (upcoming.length === 0) return null
  return (
    <section className={classes.block} aria-label="Próximos pagos">
      <h2>Próximos pagos</h2>
      <ul className={classes.lines}>
        {upcoming.map(({ sale, first, overdueCount }) => (
          <li key={sale.code} data-overdue={overdueCount > 0 || undefined}>
            <div>
              <Link
                className={classes.saleName}
                to={{ search: `?${new URLSearchParams({ venta: sale.code })}` }}
              >
                {nameOf(sale)}
              </Link>
              <SharedMark sale={sale} />
              <p className={classes.when}>
                {overdueCount > 0 && (
                  <span className={classes.late}>
                    <AlertIcon size={16} />
                    {overdueCount === 1 ? '1 cuota atrasada' : `${overdueCount} cuotas atrasadas`}
                  </span>
                )}
                {first.dueOn && `${dueLabel(first.dueOn, today)}, el ${shortDate(first.dueOn)}`}
              </p>
              <PaidOnline
                saleCode={sale.code}
                choice={overdueCount > 0 ? 'overdue' : 'next'}
                dueOn={first.dueOn}
                today={today}
              />
            </div>
            <div className={classes.lineAmount}>
              <UfAmount value={first.amount} />
              <Equivalent amount={first.amount} uf={sale.ufOfToday} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
