import { isOpenOrder, type OrderState } from './online-payment-rules.ts'

/** A payment by Webpay. */
export interface Attempt {
  saleCode: string
  state: OrderState
  createdAt: Date
  /** Null until Webpay authorised it. */
  authorizedAt: Date | null
}

/** Whether it ended without a payment, and its sale was paid online since. */
export function isPaidSince(attempt: Attempt, payments: readonly Attempt[]): boolean {
  if (!isUnpaid(attempt)) return false
  return payments.some(
    (paid) =>
      paid.state === 'authorized' &&
      paid.saleCode === attempt.saleCode &&
      isLater(paid.authorizedAt, attempt.createdAt),
  )
}

/** Whether it ended without a payment. */
export function isUnpaid({ state, authorizedAt }: Attempt): boolean {
  return !isOpenOrder(state) && authorizedAt === null
}

function isLater(instant: Date | null, than: Date): boolean {
  return instant !== null && instant > than
}
