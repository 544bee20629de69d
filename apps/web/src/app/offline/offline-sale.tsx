import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { type NextPayment, nextPayment } from '@carpeta/domain/payments/next-payment'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import { balance, isBalanceKnown } from '@carpeta/domain/sales/sale-rules'
import type { ReactNode } from 'react'
import { AccountStatement, PrintButton } from '../../screens/dashboard/account-statement.tsx'
import { NothingDue } from '../../screens/dashboard/due-amounts.tsx'
import { nameOf, UnderReview } from '../../screens/dashboard/sale-parts.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent } from '../../ui/display/equivalent.tsx'
import classes from './offline-page.module.css'

interface Props {
  sale: Sale
  /** The day of the copy: what was due then is told by its date, not by the days that are left. */
  day: CalendarDate
}

export function OfflineSale({ sale, day }: Props) {
  const payment = nextPayment(sale, day)
  return (
    <>
      <section className={classes.figures} aria-label="Lo que debías">
        <h2>{nameOf(sale)}</h2>
        <dl className={classes.amounts}>
          {isBalanceKnown(sale) && (
            <Figure label="Saldo">
              <UfAmount value={balance(sale)} size="large" />
              <Equivalent amount={balance(sale)} uf={sale.ufOfToday} />
            </Figure>
          )}
          {payment.kind === 'due' && <Due payment={payment} sale={sale} />}
        </dl>
        {payment.kind !== 'due' && <NothingDue kind={payment.kind} />}
        <UnderReview notice={underReviewNotice(sale, ['instalments', 'balance'])} />
      </section>
      <AccountStatement sale={sale} today={day} tools={<PrintButton />} />
    </>
  )
}

interface DueProps {
  payment: Extract<NextPayment, { kind: 'due' }>
  sale: Sale
}

function Due({ payment: { overdue, next }, sale }: DueProps) {
  return (
    <>
      {overdue && (
        <Figure
          label={overdue.count === 1 ? '1 cuota atrasada' : `${overdue.count} cuotas atrasadas`}
          isOverdue
        >
          <UfAmount value={overdue.amount} size="large" />
          <Equivalent amount={overdue.amount} uf={sale.ufOfToday} />
          {overdue.dueOn && (
            <p>
              {overdue.count > 1 ? 'La más antigua venció el ' : 'Venció el '}
              {shortDate(overdue.dueOn)}
            </p>
          )}
        </Figure>
      )}
      {next && (
        <Figure label="Próxima cuota">
          <UfAmount value={next.amount} size="large" />
          <Equivalent amount={next.amount} uf={sale.ufOfToday} />
          <p>Vence el {shortDate(next.dueOn)}</p>
        </Figure>
      )}
    </>
  )
}

interface FigureProps {
  label: string
  isOverdue?: boolean
  children: ReactNode
}

function Figure({ label, isOverdue, children }: FigureProps) {
  return (
    <div className={classes.figure} data-overdue={isOverdue}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
