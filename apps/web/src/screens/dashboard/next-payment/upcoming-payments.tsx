import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { dueLabel, nextPayment } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { Equivalent } from '../../../ui/display/equivalent.tsx'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { nameOf } from '../name-of.ts'
import { SharedMark } from '../shared-mark.tsx'
import classes from './next-payment.module.css'
import { SaleBalance } from './sale-balance.tsx'

interface Props {
  sales: Sale[]
  today: CalendarDate
}

/** What comes first in each of several sales, the earliest date first. */
export function UpcomingPayments({ sales, today }: Props) {
  const upcoming = sales
    .flatMap((sale) => {
      const payment = nextPayment(sale, today)
      if (payment.kind !== 'due') return []
      const { overdue, next } = payment
      const first = overdue ?? next
      return first ? [{ sale, first, overdueCount: overdue?.count ?? 0 }] : []
    })
    .toSorted((a, b) => (a.first.dueOn ?? '').localeCompare(b.first.dueOn ?? ''))
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
            </div>
            <div className={classes.lineAmount}>
              <UfAmount value={first.amount} />
              <Equivalent amount={first.amount} uf={sale.ufOfToday} />
              <SaleBalance sale={sale} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
