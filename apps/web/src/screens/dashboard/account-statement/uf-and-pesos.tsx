import { isZeroUf, type Uf } from '@carpeta/domain/money/money'
import { equivalentText } from '@carpeta/domain/money/uf-value'
import type { Sale } from '@carpeta/domain/sales/sale'
import { UfAmount } from '../../../ui/display/amount.tsx'
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
        <span className={classes.small}>{equivalentText(value, ufOfToday)}</span>
      )}
    </>
  )
}
