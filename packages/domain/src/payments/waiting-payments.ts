import { type CalendarDate, shortDate } from '../dates/dates.ts'
import { formatPesos } from '../money/money.ts'
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

/** The same on a paper, whose figures are accounting's alone. */
export type UnrecordedPaper = Pick<WaitingPayment, 'source' | 'paidOn' | 'pesos'>

/** Said once on an account statement and a certificate; null without any. */
export function unrecordedNotice(payments: readonly UnrecordedPaper[]): string | null {
  const [last, ...others] = payments.map(named).reverse()
  if (last === undefined) return null
  const list = others.length === 0 ? last : `${others.reverse().join(', ')} y ${last}`
  const them = others.length === 0 ? 'lo' : 'los'
  return `Además, ${list}: falta que contabilidad ${them} registre, y estas cifras no ${them} incluyen.`
}

function named({ source, paidOn, pesos }: UnrecordedPaper): string {
  const amount = pesos === null ? '' : ` de ${formatPesos(pesos)}`
  const day = `del ${shortDate(paidOn)}`
  return source === 'online'
    ? `un pago en línea${amount} ${day}`
    : `un pago${amount} ${day} informado por el socio`
}
