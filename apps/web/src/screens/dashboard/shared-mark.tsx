import { shortDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { EyeIcon } from '../../ui/icons/icons.tsx'
import classes from './shared-mark.module.css'

/** Tells whose sale it is, where somebody else holds it. */
export function SharedMark({ sale: { shared, holder, code } }: { sale: Sale }) {
  if (!shared) return null
  const until = shared.lastDay ? ` hasta el ${shortDate(shared.lastDay)}` : ''
  return (
    <p className={classes.mark}>
      <EyeIcon size={16} />
      <span>
        Compra de {holder.fullName || code} · solo lectura{until}
      </span>
    </p>
  )
}
