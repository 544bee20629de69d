import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { type Pesos, parsePesos, parseUf, type Uf } from '@carpeta/domain/money/money'
import { comparisonOf } from '@carpeta/domain/payments/payment-match'
import { CheckIcon } from '../../ui/icons/icons.tsx'
import type { PaymentCandidate } from './calls.ts'
import classes from './compared.module.css'

interface Props {
  paid: { paidOn: CalendarDate | null; amount: Pesos | null; uf: Uf | null }
  candidate: PaymentCandidate
}

/** What is equal of a payment and one of accounting, and by how much the rest differs. */
export function Compared({ paid: { paidOn, amount, uf }, candidate }: Props) {
  if (!paidOn || !amount) return null
  const { equal, differing } = comparisonOf(
    { paidOn, amount, uf },
    {
      depositedOn: dateOrNull(candidate.deposited_on),
      pesos: parsePesos(candidate.pesos),
      uf: parseUf(candidate.amount_uf),
    },
  )
  return (
    <p className={classes.compared}>
      {equal && (
        <span className={classes.equal}>
          <CheckIcon size={16} />
          {equal}
        </span>
      )}
      {equal && differing && ' · '}
      {differing && <span data-doubtful={candidate.fit !== 'match' || undefined}>{differing}</span>}
    </p>
  )
}
