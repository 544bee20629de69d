import { dateTimeInSantiago } from '@carpeta/domain/dates'
import type { Sale } from '@carpeta/domain/sale'
import classes from './as-of.module.css'

/** Up to when the figures are true. */
export function AsOf({ sale }: { sale: Pick<Sale, 'asOf'> | undefined }) {
  if (!sale?.asOf) return null
  return (
    <div className={classes.asOf}>
      <p>Datos actualizados al {dateTimeInSantiago(sale.asOf)}</p>
    </div>
  )
}
