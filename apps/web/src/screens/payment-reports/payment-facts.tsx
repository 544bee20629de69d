import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { parsePesos, parseUf } from '@carpeta/domain/money/money'
import type { StaffPaymentReport } from '../../api/payments/payment-matching.ts'
import { PesosAmount, UfAmount } from '../../ui/display/amount.tsx'
import classes from './report-detail.module.css'

/** A payment of accounting in one line. */
export function PaymentFacts({ payment }: { payment: NonNullable<StaffPaymentReport['payment']> }) {
  const { key, deposited_on, amount_uf, document_type, pesos } = payment
  const day = dateOrNull(deposited_on)
  return (
    <div className={classes.payment}>
      <p className={classes.paymentTitle}>
        <UfAmount value={parseUf(amount_uf)} />
        {pesos !== null && (
          <>
            {' · ≈ '}
            <PesosAmount value={parsePesos(pesos)} />
          </>
        )}
      </p>
      <p className={classes.detail}>
        {[day ? shortDate(day) : 'Sin fecha', document_type, `Pago ${key}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
