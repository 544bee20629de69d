import { isPositiveUf, ufInPesos } from '@carpeta/domain/money/money'
import { type Overdue, overdueLabel } from '@carpeta/domain/payments/next-payment'
import { PayButton } from '../../payments/member/pay-button.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { AlertIcon } from '../../ui/icons/home-icons.tsx'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'

interface Props extends SaleTabProps {
  overdue: Overdue
  /** Filled unless the page is opened for something else. */
  variant: 'filled' | 'default'
}

/** What is overdue, in one line. */
export function OverdueLine({ sale, today, overdue: { count, amount }, variant }: Props) {
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
      <PayButton sale={sale} today={today} variant={variant} />
    </div>
  )
}
