import { outdatedNotice } from '@carpeta/domain/dates/business-days'
import { dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { mayPayOnline } from '@carpeta/domain/sales/sale-rules'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { AlertIcon, ChevronRightIcon, ClockIcon, EyeIcon } from '../../ui/icons/home-icons.tsx'
import classes from './sale-parts.module.css'

/** Tells whose sale it is, where somebody else holds it, and what one may do with it. */
export function SharedMark({ sale }: { sale: Sale }) {
  const { shared, holder, code } = sale
  if (!shared) return null
  const until = shared.lastDay ? ` hasta el ${shortDate(shared.lastDay)}` : ''
  return (
    <p className={classes.shared}>
      <EyeIcon size={16} />
      <span>
        Compra de {holder.fullName || code} ·{' '}
        {mayPayOnline(sale) ? 'puedes ver y pagar' : 'solo lectura'}
        <UnbrokenDates text={until} />
      </span>
    </p>
  )
}

/** Tells that figures beside it are not certain; without a notice they are. */
export function UnderReview({ notice }: { notice: string | null }) {
  if (notice === null) return null
  return (
    <p className={classes.underReview}>
      <ClockIcon size={16} />
      <span>{notice}</span>
    </p>
  )
}

interface AsOfProps {
  sale: Pick<Sale, 'asOf' | 'isOutdated'> | undefined
  /** One line, which opens to the warning. */
  isFolded?: boolean
}

/** The date of the data, with a warning when it is outdated. */
export function AsOf({ sale, isFolded = false }: AsOfProps) {
  if (!sale?.asOf) return null
  const text = `Datos actualizados al ${dateTimeInSantiago(sale.asOf)}`
  if (isFolded && sale.isOutdated) {
    return (
      <details className={classes.foldedDate}>
        <summary>
          <AlertIcon size={16} />
          <span>
            <UnbrokenDates text={text} />
          </span>
          <ChevronRightIcon size={16} />
        </summary>
        <p>{outdatedNotice}</p>
      </details>
    )
  }
  return (
    <div className={classes.dataDate}>
      <p>
        <UnbrokenDates text={text} />
      </p>
      {sale.isOutdated && (
        <p className={classes.outdated}>
          <AlertIcon size={16} />
          {outdatedNotice}
        </p>
      )}
    </div>
  )
}
