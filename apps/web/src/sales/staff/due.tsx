import type { Due } from '@carpeta/contract/sales'
import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { parseUf, type UfValue } from '@carpeta/domain/money/money'
import { waitingText } from '@carpeta/domain/payments/waiting-payments'
import { counted } from '@carpeta/domain/text/counted'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent } from '../../ui/display/equivalent.tsx'
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

interface Props {
  due: Due
  /** Today's, by which pesos stand beside an amount. */
  uf?: UfValue | null
}

/** With what was paid of the sale and waits for accounting, which it does not count. */
export function OverdueAmount({ due, uf }: Props) {
  return (
    <>
      <Overdue due={due} uf={uf} />
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

function Overdue({ due: { kind, overdue }, uf }: Props) {
  if (kind !== 'due') return <>-</>
  if (!overdue) return <>Nada</>
  const since = dateOrNull(overdue.due_on)
  return (
    <Amount amount={overdue.amount} uf={uf} isOverdue>
      {[
        counted(overdue.count, 'cuota', 'cuotas'),
        since && `${overdue.count === 1 ? 'del' : 'desde el'} ${shortDate(since)}`,
      ]}
    </Amount>
  )
}

export function NextAmount({ due: { kind, next }, uf }: Props) {
  if (kind !== 'due') return <>{nothingDue[kind]}</>
  if (!next) return <>No queda otra</>
  const on = dateOrNull(next.due_on)
  return (
    <Amount amount={next.amount} uf={uf}>
      {[
        next.count > 1 && counted(next.count, 'cuota', 'cuotas'),
        on && `${next.count > 1 ? 'vencen' : 'vence'} el ${shortDate(on)}`,
      ]}
    </Amount>
  )
}

interface AmountProps {
  amount: string | null
  uf: UfValue | null | undefined
  isOverdue?: boolean
  /** What is said of it, without what is empty. */
  children: (string | false | null)[]
}

function Amount({ amount, uf = null, isOverdue, children }: AmountProps) {
  return (
    <span className={classes.amount} data-overdue={isOverdue || undefined}>
      <strong>
        {isOverdue && <AlertIcon size={16} />}
        <UfAmount value={parseUf(amount)} />
      </strong>{' '}
      <Equivalent amount={parseUf(amount)} uf={uf} />
      {uf && ' '}
      <small>
        <UnbrokenDates text={children.filter(Boolean).join(', ')} />
      </small>
    </span>
  )
}
