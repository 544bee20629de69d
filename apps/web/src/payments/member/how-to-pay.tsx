import {
  accountLabels,
  fraudWarning,
  type PaymentAccount,
} from '@carpeta/domain/payments/payment-account'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { HelpLink } from '../../help/help-link.tsx'
import { paymentAccountQuery } from '../../payment-reports/member/calls.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { CopyButton, CopyIconButton } from '../../ui/fields/copy-button.tsx'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import { HowToPaySkeleton } from './due-amounts.tsx'
import classes from './how-to-pay.module.css'

const fields = Object.keys(accountLabels) as (keyof PaymentAccount)[]

interface Props {
  /** 'Ya pagué: informar un pago' stands beside it. */
  canReport?: boolean
}

/** The cooperative's account, with each value to copy. */
export function HowToPay({ canReport = false }: Props) {
  const { data, error, refetch } = useQuery(paymentAccountQuery)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <HowToPaySkeleton />
  const [account] = data ?? []
  if (!account) {
    return (
      <div className={classes.how}>
        <p>
          Para saber a qué cuenta transferir, escribe a <CooperativeEmail />.
        </p>
      </div>
    )
  }
  return <Account account={account} canReport={canReport} />
}

function Account({ account, canReport }: Required<Props> & { account: PaymentAccount }) {
  const shown = { ...account, rut: formatRut(account.rut) }
  const all = fields.map((field) => `${accountLabels[field]}: ${shown[field]}`).join('\n')
  return (
    <div className={classes.how}>
      <div className={classes.howHead}>
        <h3>Transfiere a esta cuenta</h3>
        <CopyButton text={all} label="Copiar todo" />
      </div>
      <dl className={classes.account}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{accountLabels[field]}</dt>
            <dd>
              {shown[field]}
              <CopyIconButton text={shown[field]} label={`Copiar ${accountLabels[field]}`} />
            </dd>
          </div>
        ))}
      </dl>
      {canReport && (
        <p>
          Después de transferir, avísanos con «Ya pagué: informar un pago»: así lo encontramos
          antes.
        </p>
      )}
      <HelpLink topic="payment" />
      <p className={classes.fraud}>
        <AlertIcon size={18} />
        {fraudWarning}
      </p>
    </div>
  )
}
