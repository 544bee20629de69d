import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { parsePesos, parseUf } from '@carpeta/domain/money/money'
import { isDerivedKey } from '@carpeta/domain/payments/payment-keys'
import type { StaffPaymentReport } from '../../api/payments/payment-matching.ts'
import page from '../../list/detail/detail-page.module.css'
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
      <p className={page.detail}>
        {[day ? shortDate(day) : 'Sin fecha', document_type, !isDerivedKey(key) && `Pago ${key}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** What a screen reader says of it: a key that the portal derived is no number of accounting's. */
export function paymentName({ key, deposited_on }: { key: string; deposited_on: string }): string {
  const day = dateOrNull(deposited_on)
  if (!isDerivedKey(key)) return `el pago ${key}`
  return day ? `el pago del ${shortDate(day)}` : 'el pago sin fecha'
}
