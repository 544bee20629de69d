import { shortDate } from '../dates/dates.ts'
import { formatPesos } from '../money/money.ts'
import type { AwaitedPayment } from './awaited-payments.ts'

/** What is told of an instalment in the place of 'Atrasada'. */
export function awaitedNotice({ paidOn, pesos, isOwn }: AwaitedPayment): string {
  const amount = pesos === null ? '' : ` ${formatPesos(pesos)}`
  const made = isOwn ? 'Pagaste' : 'Otra persona pagó'
  return `${made}${amount} el ${shortDate(paidOn)}; falta que contabilidad lo registre (normalmente 1 a 3 días hábiles).`
}
