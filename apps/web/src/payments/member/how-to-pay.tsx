import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { ufInPesos } from '@carpeta/domain/money/money'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { type PaymentAccount, pesosOfToday } from '@carpeta/domain/payments/payment-account'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import { paymentAccountQuery } from '../../payment-reports/member/calls.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { CopyButton, CopyIconButton } from '../../ui/fields/copy-button.tsx'
import { AccountLines, accountText, FraudWarning } from './account-lines.tsx'
import type { Awaited } from './awaited.ts'
import { BookedQuestion } from './booked-question.tsx'
import { CATCH_UP, HowToPaySkeleton, PesosAndUf } from './due-amounts.tsx'
import classes from './how-to-pay.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  awaited: Awaited
  /** 'Ya pagué: informar un pago' stands beside it. */
  canReport?: boolean
  /** The member opened it, so it scrolls into view. */
  isOpened?: boolean
  /** Whether the overdue instalment is paid already is asked beside it, or was before. */
  isAsked?: boolean | undefined
}

/** The cooperative's account, with each value to copy, and what to transfer. */
export function HowToPay(props: Props) {
  const { data, error, refetch } = useQuery(paymentAccountQuery)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <HowToPaySkeleton />
  const [account] = data ?? []
  if (!account) {
    return (
      <div className={classes.how}>
        <p>
          Para saber a qué cuenta transferir, <WriteToUs />.
        </p>
      </div>
    )
  }
  return <Account {...props} account={account} />
}

function Account({
  account,
  sale,
  today,
  awaited,
  canReport,
  isOpened,
  isAsked,
}: Props & { account: PaymentAccount }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpened) part.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpened])
  const { covered, rest } = awaited
  const booked = isAsked ? null : bookedLater(sale, today, covered)
  const payment = nextPayment(rest, today)
  const due = payment.kind === 'due' ? (payment.overdue ?? payment.next) : null
  const isOverdue = payment.kind === 'due' && payment.overdue !== null
  const { ufOfToday } = sale
  const pesos = due?.amount && ufOfToday?.date === today ? ufInPesos(due.amount, ufOfToday) : null
  return (
    <div ref={part} className={classes.how}>
      {booked && <BookedQuestion booked={booked} today={today} />}
      <div className={classes.howHead}>
        <h3>Transfiere a esta cuenta</h3>
        <CopyButton text={accountText(account, sale)} label="Copiar todo" />
      </div>
      <dl className={classes.account}>
        {due?.amount && (
          <div>
            <dt>{isOverdue ? CATCH_UP : 'Próxima cuota'}</dt>
            <dd>
              <span>
                <PesosAndUf amount={due.amount} sale={sale} isExact={pesos !== null} />
              </span>
              {pesos && <CopyIconButton text={pesos} label="Copiar monto" />}
            </dd>
            {pesos && (
              <dd className={classes.holds}>
                <UnbrokenDates text={pesosOfToday(today)} />
              </dd>
            )}
          </div>
        )}
        <AccountLines account={account} sale={sale} />
      </dl>
      {canReport && (
        <p>
          Después de transferir, avísanos con «Ya pagué: informar un pago»: así lo encontramos
          antes.
        </p>
      )}
      <HelpLink topic="payment" />
      <FraudWarning />
    </div>
  )
}
