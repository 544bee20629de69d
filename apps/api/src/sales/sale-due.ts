import { readSale } from '@carpeta/contract/read-sale'
import type { Due } from '@carpeta/contract/sales'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Uf } from '@carpeta/domain/money/money'
import { nextPayment } from '@carpeta/domain/payments/next-payment'

/** What the member pays now, by the rule of the member's own card. @param view the sale's JSON text */
export function dueOf(view: string): Due {
  const payment = nextPayment(readSale(JSON.parse(view)), todayInSantiago(new Date()))
  if (payment.kind !== 'due') return { kind: payment.kind, overdue: null, next: null }
  const { overdue, next } = payment
  return { kind: 'due', overdue: overdue && presentDue(overdue), next: next && presentDue(next) }
}

function presentDue({
  count,
  amount,
  dueOn,
}: {
  count: number
  amount: Uf | null
  dueOn: CalendarDate | null
}): NonNullable<Due['next']> {
  return { count, amount, due_on: dueOn ?? '' }
}
