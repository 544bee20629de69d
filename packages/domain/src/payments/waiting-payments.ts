import { type CalendarDate, shortDate } from '../dates/dates.ts'
import type { UnrecordedAmount } from './awaited-payments.ts'

export const waitingSources = ['online', 'reported'] as const

/** Approved by Webpay and not in accounting, or reported by the member and not confirmed. */
export interface WaitingPayment extends UnrecordedAmount {
  source: (typeof waitingSources)[number]
}

/** As staff read it beside what is overdue. */
export function waitingText({
  source,
  paidOn,
}: Pick<WaitingPayment, 'source'> & { paidOn: CalendarDate }): string {
  return source === 'online'
    ? `Pagó en línea el ${shortDate(paidOn)}, por registrar`
    : `Informó un pago del ${shortDate(paidOn)}, por revisar`
}
