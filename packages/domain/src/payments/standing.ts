import { type CalendarDate, shortDate } from '../dates/dates.ts'
import { formatUf } from '../money/money.ts'
import { isDoubtful } from '../sales/doubtful-figures.ts'
import type { Sale } from '../sales/sale.ts'
import { isInCredit } from '../sales/sale-rules.ts'
import type { AwaitedPayment } from './awaited-payments.ts'
import { bookedLater } from './booked-later.ts'
import { uncountedText } from './due-parts.ts'
import { nextPayment, overdueLabel } from './next-payment.ts'

export interface Standing {
  text: string
  /** The instalment that comes, and what old figures lack; '' without. */
  next: string
}

/**
 * Where a member stands with a payment that Webpay approved today and accounting has not recorded; null where that is
 * not certain.
 * @param covered what accounting still has to record, with this payment
 * @param rest the sale as it is owed besides
 */
export function standingWith(
  choice: 'all_due' | 'overdue' | 'next',
  sale: Sale,
  { covered, rest }: { covered: ReadonlyMap<number, AwaitedPayment>; rest: Sale },
  today: CalendarDate,
): Standing | null {
  if (isInCredit(sale) || isDoubtful(sale, 'instalments')) return null
  // Of a reported payment or another amount it is not certain which instalments they pay.
  if ([...covered.values()].some(({ part }) => part === null)) return null
  if (bookedLater(sale, today, covered) !== null) return null
  const payment = nextPayment(rest, today)
  if (payment.kind === 'instalments_paid') return { text: upToDate(choice), next: '' }
  if (payment.kind !== 'due') return null
  const { overdue, next } = payment
  const amount = next?.amount ? `, ${formatUf(next.amount)}` : ''
  const coming = next ? `Próxima cuota: ${shortDate(next.dueOn)}${amount}` : null
  const said = [coming, uncountedText(sale)].flatMap((part) => (part ? `${part}.` : []))
  if (!overdue) return { text: upToDate(choice), next: said.join(' ') }
  const left = overdue.count === 1 ? 'Te queda' : 'Te quedan'
  return { text: `${left} ${overdueLabel(overdue.count)}.`, next: said.join(' ') }
}

function upToDate(choice: string): string {
  return choice === 'next' ? 'Estás al día.' : 'Con este pago quedas al día.'
}
