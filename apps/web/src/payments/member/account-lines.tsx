import {
  accountLabels,
  fraudWarning,
  type PaymentAccount,
} from '@carpeta/domain/payments/payment-account'
import { formatRut } from '@carpeta/domain/people/rut'
import type { Sale } from '@carpeta/domain/sales/sale'
import { CopyIconButton } from '../../ui/fields/copy-button.tsx'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import classes from './how-to-pay.module.css'

interface Props {
  account: PaymentAccount
  sale: Sale
}

/** What the transfer says. */
function commentOf({ code }: Sale): string {
  return `Compra ${code}`
}

/** Label and value of each line. */
function linesOf(account: PaymentAccount): [string, string][] {
  const shown = { ...account, rut: formatRut(account.rut) }
  const fields = Object.keys(accountLabels) as (keyof PaymentAccount)[]
  return fields.map((field) => [accountLabels[field], shown[field]])
}

/** All of it, to copy. */
export function accountText(account: PaymentAccount, sale: Sale): string {
  const lines = linesOf(account).map(([label, value]) => `${label}: ${value}`)
  return [...lines, `Comentario: ${commentOf(sale)}`].join('\n')
}

/** Where to transfer to, each value to copy; within a list of terms. */
export function AccountLines({ account, sale }: Props) {
  const comment = commentOf(sale)
  return (
    <>
      <div>
        <dt>Comentario de la transferencia</dt>
        <dd>
          {comment}
          <CopyIconButton text={comment} label="Copiar comentario" />
        </dd>
      </div>
      {linesOf(account).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            <CopyIconButton text={value} label={`Copiar ${label}`} />
          </dd>
        </div>
      ))}
    </>
  )
}

export function FraudWarning() {
  return (
    <p className={classes.fraud}>
      <AlertIcon size={18} />
      {fraudWarning}
    </p>
  )
}
