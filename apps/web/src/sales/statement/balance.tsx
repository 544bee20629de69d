import { subtractUf, ZERO_UF } from '@carpeta/domain/money/money'
import { balanceParts, creditAdvice, creditLabel } from '@carpeta/domain/sales/balance-parts'
import type { Sale } from '@carpeta/domain/sales/sale'
import { balance, isBalanceKnown, isInCredit, isPaidUp } from '@carpeta/domain/sales/sale-rules'
import type { ReactNode } from 'react'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent } from '../../ui/display/equivalent.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { CheckCircleIcon } from '../../ui/icons/home-icons.tsx'
import classes from './balance.module.css'

/** Of the whole purchase: not what is paid now. */
const BALANCE = 'Saldo de la compra'

interface Props {
  sale: Sale
  /** Instalments are owed: of a balance below zero the page says not to pay yet, and not how to use it. */
  isDue: boolean
  /** What accounting has not deducted yet. */
  missing?: string | null
}

/** What is left to pay of a sale, and what it is made of. */
export function Balance({ sale, isDue, missing = null }: Props) {
  if (isPaidUp(sale)) {
    return (
      <Labelled label={BALANCE}>
        <p className={classes.paidUp}>
          <CheckCircleIcon size={30} />
          Pagado
        </p>
      </Labelled>
    )
  }
  if (!isBalanceKnown(sale)) {
    return (
      <Labelled label={BALANCE}>
        <UfAmount value={null} size="large" />
        <p className={classes.note}>Contabilidad todavía no lo informa.</p>
      </Labelled>
    )
  }
  const isCredit = isInCredit(sale)
  const amount = isCredit ? subtractUf(ZERO_UF, balance(sale)) : balance(sale)
  return (
    <Labelled label={isCredit ? creditLabel : BALANCE} isCredit={isCredit}>
      <p className={classes.amount}>
        <UfAmount value={amount} size="large" />
      </p>
      <Equivalent amount={amount} uf={sale.ufOfToday} />
      {missing && (
        <p className={classes.note}>
          <UnbrokenDates text={missing} />
        </p>
      )}
      {isCredit && !isDue && <CreditAdvice sale={sale} />}
      <Parts sale={sale} />
    </Labelled>
  )
}

interface LabelledProps {
  label: string
  isCredit?: boolean
  children: ReactNode
}

function Labelled({ label, isCredit = false, children }: LabelledProps) {
  return (
    <div data-credit={isCredit || undefined} className={classes.balance}>
      <p className={classes.label}>{label}</p>
      {children}
    </div>
  )
}

function CreditAdvice({ sale: { advisor } }: { sale: Sale }) {
  return (
    <p className={classes.note}>
      {creditAdvice(advisor)} También puedes escribir a <CooperativeEmail />.
    </p>
  )
}

function Parts({ sale }: { sale: Sale }) {
  return (
    <dl className={classes.parts}>
      {balanceParts(sale).map(({ label, amount, note }) => (
        <div key={label}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd>
            <UfAmount value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
