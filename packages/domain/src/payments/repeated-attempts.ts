import type { CalendarDate } from '../dates/dates.ts'
import { isOpenOrder, type OrderState } from './online-payment-rules.ts'

/** A payment by Webpay, of instalments or, without their dates, of any other amount. */
export interface Attempt {
  saleCode: string
  state: OrderState
  createdAt: Date
  /** Null until Webpay authorised it. */
  authorizedAt: Date | null
  /** The oldest and the latest date of its instalments. */
  dueOn: CalendarDate | null
  lastDueOn: CalendarDate | null
}

/** Whether it ended without a payment, and all its instalments were paid online since. */
export function isPaidSince(attempt: Attempt, payments: readonly Attempt[]): boolean {
  if (isOpenOrder(attempt.state) || attempt.authorizedAt !== null) return false
  return payments.some(
    (paid) =>
      paid.state === 'authorized' &&
      paid.saleCode === attempt.saleCode &&
      isLater(paid.authorizedAt, attempt.createdAt) &&
      isWithin(attempt, paid),
  )
}

function isLater(instant: Date | null, than: Date): boolean {
  return instant !== null && instant > than
}

function isWithin(attempt: Attempt, paid: Attempt): boolean {
  if (!attempt.dueOn || !attempt.lastDueOn || !paid.dueOn || !paid.lastDueOn) return false
  return paid.dueOn <= attempt.dueOn && attempt.lastDueOn <= paid.lastDueOn
}
