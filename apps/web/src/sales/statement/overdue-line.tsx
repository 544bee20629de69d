import { isPositiveUf, ufInPesos } from '@carpeta/domain/money/money'
import { nextPayment, overdueLabel } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isInCredit } from '@carpeta/domain/sales/sale-rules'
import { PayButton } from '../../payments/member/pay-button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { AlertIcon } from '../../ui/icons/home-icons.tsx'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'

interface Props extends SaleTabProps {
  /** The sale without what is paid or reported. */
  rest: Sale
}

/** What is overdue, in one line; nothing without any, or beside a balance in the member's favour. */
export function OverdueLine({ sale, rest, today }: Props) {
  const payment = nextPayment(rest, today)
  if (payment.kind !== 'due' || payment.overdue === null || isInCredit(sale)) return null
  const { count, amount } = payment.overdue
  const { ufOfToday } = sale
  return (
    <div className={classes.overdue}>
      <p>
        <AlertIcon size={18} />
        <span>
          {overdueLabel(count)}
          {amount !== null && isPositiveUf(amount) && (
            <>
              {'\u00a0· '}
              {ufOfToday ? (
                <PesosAmount
                  value={ufInPesos(amount, ufOfToday)}
                  isAbout={ufOfToday.date !== today}
                />
              ) : (
                <UfAmount value={amount} />
              )}
            </>
          )}
        </span>
      </p>
      <PayButton sale={sale} today={today} variant="default" />
    </div>
  )
}
