import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { sumUf } from '@carpeta/domain/money/money'
import { doubtedPayment } from '@carpeta/domain/payments/booked-later'
import { dueLabel, nextPayment, overdueLabel } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isInCredit, isOwn } from '@carpeta/domain/sales/sale-rules'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { ReportButton } from '../../payment-reports/member/report-button.tsx'
import { ReportReceived } from '../../payment-reports/member/report-received.tsx'
import { Asked } from '../../requests/member/asked.tsx'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { toTabs } from '../../sales/dashboard/hooks.ts'
import { SharedMark } from '../../sales/dashboard/sale-parts.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import { useAwaited } from './awaited.ts'
import { AwaitedNotes } from './awaited-part.tsx'
import { CATCH_UP, PesosAndUf } from './due-amounts.tsx'
import { FiguresClash } from './figures-clash.tsx'
import block from './next-payment.module.css'
import { PayButton, settledLabel, useCanPay } from './pay-button.tsx'
import { Reminder } from './reminder.tsx'
import { ReviewFirst } from './review-first.tsx'
import classes from './upcoming-payments.module.css'

const HowToPayDialog = lazyPart(
  async () => (await import('./how-to-pay-dialog.tsx')).HowToPayDialog,
)

interface UpcomingPaymentsProps {
  sales: Sale[]
  today: CalendarDate
}

/** The next payment of each of several sales, the earliest first. */
export function UpcomingPayments({ sales, today }: UpcomingPaymentsProps) {
  const awaitedOf = useAwaited(today)
  const canPay = useCanPay()
  const [isReported, setReported] = useState(false)
  const upcoming = sales
    .flatMap((sale) => {
      const awaited = awaitedOf(sale)
      const { covered } = awaited
      const payment = nextPayment(awaited.rest, today)
      if (payment.kind !== 'due') {
        return covered.size === 0
          ? []
          : [{ sale, covered, first: null, overdueCount: 0, payAlone: null, doubt: null }]
      }
      const { overdue, next } = payment
      return [
        {
          ...{ sale, covered, first: overdue ?? next, overdueCount: overdue?.count ?? 0 },
          // Another payment is not what they came for; its dialog has the other ways to pay, too.
          payAlone: canPay(sale) === false ? null : settledLabel(sale, today, awaited),
          doubt: doubtedPayment(sale, today, covered),
        },
      ]
    })
    .sort((a, b) => (a.first?.dueOn ?? '').localeCompare(b.first?.dueOn ?? ''))
  if (upcoming.length === 0) return null
  const firstAwaited = upcoming.find(({ covered }) => covered.size > 0)?.sale
  return (
    <section className={block.block} aria-label="Próximos pagos">
      <div className={block.head}>
        <h2>Próximos pagos</h2>
        <Total
          sales={sales.filter((sale) => !isInCredit(sale)).map((sale) => awaitedOf(sale).rest)}
          today={today}
        />
      </div>
      <ul className={classes.lines}>
        {upcoming.map(({ sale, covered, first, overdueCount, payAlone, doubt }) => (
          <li key={sale.code}>
            <div>
              <Link
                className={classes.saleName}
                to={{ search: searchOfTab(sale.code, tabSlugs.accountStatement) }}
                state={toTabs}
                preventScrollReset
              >
                {nameOf(sale)}
              </Link>
              <SharedMark sale={sale} />
              <AwaitedNotes {...{ covered, today }} isWhole={sale === firstAwaited} hasReceipt />
              <p className={classes.when}>
                {overdueCount > 0 && (
                  <span className={classes.late} data-doubted={isInCredit(sale) || undefined}>
                    <AlertIcon size={16} />
                    {overdueLabel(overdueCount)}
                  </span>
                )}
                {first?.dueOn && (
                  <UnbrokenDates
                    text={`${dueLabel(first.dueOn, today)}, el ${shortDate(first.dueOn)}`}
                  />
                )}
              </p>
              {first && isInCredit(sale) && <FiguresClash sale={sale} />}
              {doubt?.asked && (
                <p className={classes.asked}>
                  <Asked what={doubt.askedWhat} sale={sale} request={doubt.asked} today={today} />
                </p>
              )}
            </div>
            <div className={classes.lineAmount}>
              {first && (
                <p>
                  <PesosAndUf
                    amount={first.amount}
                    sale={sale}
                    isExact={overdueCount > 0 && sale.ufOfToday?.date === today}
                  />
                </p>
              )}
              {payAlone !== null && !isInCredit(sale) && (
                <div className={classes.ways}>
                  <PayButton
                    sale={sale}
                    today={today}
                    of={`de ${nameOf(sale)}`}
                    variant="subtle"
                    label={payAlone}
                  />
                </div>
              )}
              {payAlone === null && !isInCredit(sale) && (
                <div className={classes.ways}>
                  {first && (
                    <>
                      {doubt === null ? (
                        <PayButton
                          sale={sale}
                          today={today}
                          of={nameOf(sale)}
                          variant={covered.size > 0 && overdueCount === 0 ? 'default' : 'filled'}
                        />
                      ) : (
                        doubt.asked === null && <ReviewFirst sale={sale} isNamed />
                      )}
                      <HowButton sale={sale} today={today} />
                    </>
                  )}
                  <ReportButton
                    sale={sale}
                    today={today}
                    of={`de ${nameOf(sale)}`}
                    onReported={() => setReported(true)}
                  />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isReported && <ReportReceived />}
      {upcoming.some(({ sale }) => isOwn(sale)) && <Reminder />}
    </section>
  )
}

function HowButton({ sale, today }: { sale: Sale; today: CalendarDate }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        aria-label={`Cómo pagar ${nameOf(sale)}`}
        onClick={() => setOpen(true)}
      >
        Cómo pagar
      </Button>
      {isOpen && (
        <Suspense>
          <HowToPayDialog sale={sale} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What is overdue of all sales together, or else their next instalments; nothing where an amount is not known. */
function Total({ sales, today }: UpcomingPaymentsProps) {
  const due = sales.flatMap((sale) => {
    const payment = nextPayment(sale, today)
    return payment.kind === 'due' ? [payment] : []
  })
  const overdue = due.flatMap((payment) => payment.overdue ?? [])
  const isLate = overdue.length > 0
  const summed = isLate ? overdue : due.flatMap(({ next }) => next ?? [])
  const known = summed.flatMap(({ amount }) => amount ?? [])
  if (known.length < (isLate ? 1 : 2) || known.length < summed.length) return null
  const ufOfToday = sales[0]?.ufOfToday ?? null
  return (
    <p className={classes.total} data-late={isLate || undefined}>
      {isLate ? CATCH_UP : 'En total'}:{' '}
      <PesosAndUf
        amount={sumUf(known)}
        sale={{ ufOfToday }}
        isExact={isLate && ufOfToday?.date === today}
      />
    </p>
  )
}
