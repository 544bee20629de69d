import { isPositiveUf, type Uf } from '@carpeta/domain/money/money'
import { equivalentText, type UfValue } from '@carpeta/domain/money/uf-value'
import classes from './amount.module.css'

interface Props {
  amount: Uf | null
  /** Today's; null where it is not published, and then nothing is shown. */
  uf: UfValue | null
}

/** What an amount is in pesos today, below the amount. */
export function Equivalent({ amount, uf }: Props) {
  if (amount === null || uf === null || !isPositiveUf(amount)) return null
  const text = equivalentText(amount, uf)
  const rate = text.indexOf('(')
  return (
    <p className={classes.equivalent}>
      <span>{text.slice(0, rate)}</span>
      <span>{text.slice(rate)}</span>
    </p>
  )
}
