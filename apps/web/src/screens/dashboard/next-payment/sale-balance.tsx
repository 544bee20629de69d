import type { Sale } from '@carpeta/domain/sales/sale'
import { balance, isBalanceKnown } from '@carpeta/domain/sales/sale-rules'
import { UfAmount } from '../../../ui/display/amount.tsx'
import classes from './next-payment.module.css'

/** What is still owed, which on a phone the sale's card says further down. */
export function SaleBalance({ sale }: { sale: Sale }) {
  if (!isBalanceKnown(sale)) return null
  return (
    <p className={classes.balance}>
      Saldo <UfAmount value={balance(sale)} />
    </p>
  )
}
