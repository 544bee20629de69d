import { shortDate } from '@carpeta/domain/dates/dates'
import {
  approximatePesos,
  equivalentText,
  formatUfRate,
  isPositiveUf,
  type Uf,
  type UfValue,
} from '@carpeta/domain/money/money'
import classes from './equivalent.module.css'
import { UnbrokenDates } from './unbroken-dates.tsx'

interface Props {
  amount: Uf | null
  /** Today's; null where it is not published, and then nothing is shown. */
  uf: UfValue | null
}

/** What an amount is in pesos today; the UF of the day stands once for the whole page (`UfOfToday`). */
export function Equivalent({ amount, uf }: Props) {
  if (amount === null || uf === null || !isPositiveUf(amount)) return null
  return (
    <span className={`${classes.equivalent} ${classes.part}`} translate="no">
      {approximatePesos(amount, uf)}
    </span>
  )
}

export function UfOfToday({ uf }: { uf: UfValue | null }) {
  if (uf === null) return null
  return (
    <p className={classes.equivalent} translate="no">
      UF del <UnbrokenDates text={shortDate(uf.date)} />: {formatUfRate(uf.pesos)}
    </p>
  )
}

/** A line breaks before the UF of the day, and inside that only before its value where room is scarce. */
export function EquivalentParts({ amount, uf }: { amount: Uf; uf: UfValue }) {
  const text = equivalentText(amount, uf)
  const day = text.indexOf('(')
  const value = text.lastIndexOf('$')
  return (
    <>
      <span className={classes.part}>{text.slice(0, day)}</span>
      <span className={classes.rate}>
        <span className={classes.part}>{text.slice(day, value)}</span>
        <span className={classes.part}>{text.slice(value)}</span>
      </span>
    </>
  )
}
