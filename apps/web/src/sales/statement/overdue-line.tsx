import { isPositiveUf, ufInPesos } from '@carpeta/domain/money/money'
import { doubtedPayment } from '@carpeta/domain/payments/booked-later'
import { type Overdue, overdueLabel } from '@carpeta/domain/payments/next-payment'
import type { Covered } from '../../payments/member/awaited.ts'
import { PayButton } from '../../payments/member/pay-button.tsx'
import { ReviewFirst } from '../../payments/member/review-first.tsx'
import { Asked } from '../../requests/member/asked.tsx'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import { AlertIcon } from '../../ui/icons/home-icons.tsx'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'

interface Props extends SaleTabProps {
  overdue: Overdue
  covered: Covered
  /** Filled unless the page is opened for something else. */
  variant: 'filled' | 'default'
}

/** What is overdue, in one line. Where it may be paid already the home asks first (`BookedLater`). */
export function OverdueLine({ sale, today, overdue, covered, variant }: Props) {
  const { count, amount } = overdue
  const { ufOfToday } = sale
  const booked = doubtedPayment(sale, today, covered)
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
      {booked?.asked ? (
        <div className={classes.asked}>
          <Asked what={booked.askedWhat} sale={sale} request={booked.asked} today={today} />
        </div>
      ) : booked ? (
        <ReviewFirst sale={sale} />
      ) : (
        <PayButton sale={sale} today={today} variant={variant} />
      )}
    </div>
  )
}
