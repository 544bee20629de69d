import type { Due } from '@carpeta/contract/sales'
import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import { waitingText } from '@carpeta/domain/payments/waiting-payments'
import { counted } from '@carpeta/domain/text/counted'
import { UfAmount } from '../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { AlertIcon, ClockIcon } from '../../ui/icons/icons.tsx'
import classes from './due.module.css'

// What a member pays now for a sale, as staff say it on the telephone.

const nothingDue: Record<Exclude<Due['kind'], 'due'>, string> = {
  paid_up: 'Nada: está pagada',
  credit: 'Nada: tiene saldo a favor',
  finished: 'Nada: la venta terminó',
  instalments_paid: 'Nada hasta la escritura: pagó todas sus cuotas',
  no_plan: 'Contabilidad no informa sus cuotas',
}

/** With what was paid of the sale and waits for accounting, which it does not count. */
export function OverdueAmount({ due }: { due: Due }) {
  return (
    <>
      <Overdue due={due} />
      {due.awaited.map(({ source, paid_on }, place) => {
        const paidOn = dateOrNull(paid_on)
        if (!paidOn) return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be of one day.
          <span key={place} className={classes.waiting}>
            <ClockIcon size={16} />
            <span>
              <UnbrokenDates text={waitingText({ source, paidOn })} />
            </span>
          </span>
        )
      })}
    </>
  )
}

function Overdue({ due: { kind, overdue } }: { due: Due }) {
  if (kind !== 'due') return <>-</>
  if (!overdue) return <>Nada</>
  const since = dateOrNull(overdue.due_on)
  return (
    <Amount amount={overdue.amount} isOverdue>
      {[
        counted(overdue.count, 'cuota', 'cuotas'),
        since && `${overdue.count === 1 ? 'del' : 'desde el'} ${shortDate(since)}`,
      ]}
    </Amount>
  )
}

export function NextAmount({ due: { kind, next } }: { due: Due }) {
  if (kind !== 'due') return <>{nothingDue[kind]}</>
  if (!next) return <>No queda otra</>
  const on = dateOrNull(next.due_on)
  return (
    <Amount amount={next.amount}>
      {[
        next.count > 1 && counted(next.count, 'cuota', 'cuotas'),
        on && `${next.count > 1 ? 'vencen' : 'vence'} el ${shortDate(on)}`,
      ]}
    </Amount>
  )
}

interface AmountProps {
  amount: string | null
  isOverdue?: boolean
  /** What is said of it, without what is empty. */
  children: (string | false | null)[]
}

function Amount({ amount, isOverdue, children }: AmountProps) {
  return (
    <span className={classes.amount} data-overdue={isOverdue || undefined}>
      <strong>
        {isOverdue && <AlertIcon size={16} />}
        <UfAmount value={parseUf(amount)} />
      </strong>{' '}
      <small>
        <UnbrokenDates text={children.filter(Boolean).join(', ')} />
      </small>
    </span>
  )
}
