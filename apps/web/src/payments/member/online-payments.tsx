import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { parsePesos } from '@carpeta/domain/money/money'
import { isOpenOrder } from '@carpeta/domain/payments/online-payment-rules'
import { type Attempt, isPaidSince, isUnpaid } from '@carpeta/domain/payments/repeated-attempts'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import type { OnlinePayment } from '../calls.ts'
import { dayOf, isUnrecorded } from './calls.ts'
import { MemberOrderState } from './member-order-state.tsx'
import classes from './payment-rows.module.css'

/** What accounting has recorded stays on the dashboard for this long, and what was never paid. */
const RECORDED_DAYS = 60
const UNPAID_DAYS = 7

interface Props {
  payments: OnlinePayment[]
  /** All of the member's, also those that the page tells elsewhere. */
  all: OnlinePayment[]
}

/** The member's payments by Webpay for a sale; nothing without any that is shown. */
export function OnlinePayments({ payments, all }: Props) {
  const today = todayInSantiago(serverNow())
  const attempts = all.map(asAttempt)
  const shown = payments.filter((payment) => {
    const attempt = asAttempt(payment)
    if (isOpenOrder(payment.state) || isUnrecorded(payment)) return true
    const days = isUnpaid(attempt) ? UNPAID_DAYS : RECORDED_DAYS
    return dayOf(payment) >= addDays(today, -days) && !isPaidSince(attempt, attempts)
  })
  if (shown.length === 0) return null
  return (
    <section className={classes.reported} aria-label="Pagos en línea">
      <h3>Pagos en línea</h3>
      <ul>
        {shown.map((payment) => (
          <li key={payment.id} className={classes.report}>
            <div className={classes.what}>
              <p>
                <strong>
                  <PesosAmount value={parsePesos(payment.pesos)} />
                </strong>
                <UnbrokenDates text={` · ${shortDate(dayOf(payment))}`} />
              </p>
              <MemberOrderState order={payment} />
            </div>
            <Link to={`/payments/${payment.id}`} aria-label={`Ver el pago ${payment.folio}`}>
              Ver
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function asAttempt(payment: OnlinePayment): Attempt {
  const { sale_code, state, created_at, authorized_at } = payment
  return {
    saleCode: sale_code,
    state,
    createdAt: new Date(created_at),
    authorizedAt: authorized_at === null ? null : new Date(authorized_at),
  }
}
