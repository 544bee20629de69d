import { isZeroUf, type Uf } from '@carpeta/domain/money/money'
import type { Sale } from '@carpeta/domain/sales/sale'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { EquivalentParts } from '../../../ui/display/equivalent.tsx'
import classes from './account-statement.module.css'

interface Props {
  value: Uf | null
  ufOfToday: Sale['ufOfToday']
}

/** An amount with its equivalent of today below, where today's UF is known. */
export function UfAndPesos({ value, ufOfToday }: Props) {
  return (
    <>
      <UfAmount value={value} />
      {value !== null && !isZeroUf(value) && ufOfToday !== null && (
        <span className={classes.small}>
          <EquivalentParts amount={value} uf={ufOfToday} />
        </span>
      )}
    </>
  )
}
