import { outdatedNotice } from '@carpeta/domain/dates/business-days'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import classes from './as-of.module.css'

/** The date of the data, with a warning when it is outdated. */
export function AsOf({ sale }: { sale: Pick<Sale, 'asOf' | 'isOutdated'> | undefined }) {
  if (!sale?.asOf) return null
  return (
    <div className={classes.asOf}>
      <p>Datos actualizados al {dateTimeInSantiago(sale.asOf)}</p>
      {sale.isOutdated && (
        <p className={classes.warning}>
          <AlertIcon size={16} />
          {outdatedNotice}
        </p>
      )}
    </div>
  )
}
