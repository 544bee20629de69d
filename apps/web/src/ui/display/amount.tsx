import { formatPesos, formatUf, type Pesos, type Uf } from '@carpeta/domain/money/money'
import classes from './display.module.css'

interface UfProps {
  value: Uf | null
  size?: 'body' | 'large'
  /** For columns whose header already says UF. */
  isBare?: boolean
}

/** '-' for an unknown amount, which is not zero. */
export function UfAmount({ value, size = 'body', isBare = false }: UfProps) {
  if (value === null) return <span>-</span>
  return (
    <span className={classes.amount} data-size={size}>
      {!isBare && <span className={classes.unit}>UF&nbsp;</span>}
      {formatUf(value)}
    </span>
  )
}

export function PesosAmount({ value }: { value: Pesos | null }) {
  return <span className={classes.amount}>{value === null ? '-' : formatPesos(value)}</span>
}
