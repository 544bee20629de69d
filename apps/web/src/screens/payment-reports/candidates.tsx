import type { PaymentCandidate } from '../../api/payments/payment-matching.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CheckIcon } from '../../ui/icons/icons.tsx'
import { PaymentFacts, paymentName } from './payment-facts.tsx'
import classes from './report-detail.module.css'

interface Props {
  candidates: PaymentCandidate[]
  /** The key of the payment that is being confirmed. */
  busy: string | null
  onConfirm: (key: string) => void
}

/** The payments that may be the reported one; the others only when asked for. */
export function Candidates({ candidates, busy, onConfirm }: Props) {
  const close = candidates.filter(({ fit }) => fit !== 'other')
  const others = candidates.filter(({ fit }) => fit === 'other')
  const list = (listed: PaymentCandidate[]) => (
    <ul className={classes.candidates}>
      {listed.map((candidate) => (
        <Candidate key={candidate.key} candidate={candidate} busy={busy} onConfirm={onConfirm} />
      ))}
    </ul>
  )
  return (
    <>
      {close.length === 0 ? (
        <p>Todavía no hay un pago parecido. Puede llegar con la próxima carga de contabilidad.</p>
      ) : (
        list(close)
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>
            {others.length === 1
              ? 'Otro pago de la venta'
              : `Otros ${others.length} pagos de la venta`}
          </summary>
          {list(others)}
        </details>
      )}
    </>
  )
}

interface CandidateProps extends Omit<Props, 'candidates'> {
  candidate: PaymentCandidate
}

function Candidate({ candidate, busy, onConfirm }: CandidateProps) {
  const { key, fit } = candidate
  return (
    <li className={classes.candidate}>
      <div>
        <PaymentFacts payment={candidate} />
        {fit === 'match' && (
          <p className={classes.match}>
            <CheckIcon size={16} />
            Coincide en fecha y monto
          </p>
        )}
      </div>
      <Button
        size="sm"
        variant={fit === 'match' ? 'filled' : 'default'}
        aria-label={`Confirmar con ${paymentName(candidate)}`}
        loading={busy === key}
        disabled={busy !== null && busy !== key}
        onClick={() => onConfirm(key)}
      >
        Confirmar
      </Button>
    </li>
  )
}
