import { formatPesos, formatUfFigure, type Pesos, type Uf } from '@carpeta/domain/money/money'
import classes from './amount.module.css'

interface UfProps {
  value: Uf | null
  size?: 'body' | 'large'
  /** For columns whose header already says UF. */
  isBare?: boolean
}

// A browser that translates the page replaces texts, and React would no longer change them.

/** '-' for an unknown amount, which is not zero. */
export function UfAmount({ value, size = 'body', isBare = false }: UfProps) {
  if (value === null) return <span>-</span>
  return (
    <span className={classes.amount} data-size={size} translate="no">
      {!isBare && <span className={classes.unit}>UF&nbsp;</span>}
      {formatUfFigure(value)}
    </span>
  )
}

interface PesosProps {
  value: Pesos | null
  size?: 'body' | 'large'
  /** Depends on the day: '≈ $ 150.770'. */
  isAbout?: boolean
}

export function PesosAmount({ value, size = 'body', isAbout = false }: PesosProps) {
  return (
    <span className={classes.amount} data-size={size} translate="no">
      {isAbout && '≈\u00a0'}
      {value === null ? '-' : formatPesos(value)}
    </span>
  )
}
