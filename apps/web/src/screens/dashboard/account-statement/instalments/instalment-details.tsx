import { shortDate } from '@carpeta/domain/dates/dates'
import type { DatedInstalment } from '@carpeta/domain/sales/instalment-years'
import type { Payment } from '@carpeta/domain/sales/sale'
import { UfAmount } from '../../../../ui/display/amount.tsx'
import { Receipt } from '../receipt.tsx'
import classes from './instalment-table.module.css'

interface Props {
  instalment: DatedInstalment
  /** The amounts that a phone's line has no room for. */
  isPhone: boolean
}

export function InstalmentDetails({ instalment: { paid, balance, payments }, isPhone }: Props) {
  return (
    <>
      {isPhone && (
        <dl className={classes.amounts}>
          <div>
            <dt>Monto pagado UF</dt>
            <dd>
              <UfAmount value={paid} isBare />
            </dd>
          </div>
          <div>
            <dt>Saldo UF</dt>
            <dd>
              <UfAmount value={balance} isBare />
            </dd>
          </div>
        </dl>
      )}
      {payments.length > 0 && (
        <ul className={classes.payments} aria-label="Pagos de esta cuota">
          {payments.map((payment) => (
            <PaymentLine key={payment.key} payment={payment} />
          ))}
        </ul>
      )}
    </>
  )
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { key, amount, depositedOn, documentType, receiptUrl } = payment
  const facts = [depositedOn && shortDate(depositedOn), documentType].filter(Boolean).join(', ')
  return (
    <li>
      <span>Pago {key}</span>
      <UfAmount value={amount} />
      <span>{facts}</span>
      {receiptUrl && <Receipt payment={payment} />}
    </li>
  )
}
