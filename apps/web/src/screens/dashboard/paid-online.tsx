import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { paidAlready } from '@carpeta/domain/payments/next-payment'
import { ownPaymentsQuery, unrecordedOf } from '../../api/own-payments.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import classes from './dashboard.module.css'

interface Props {
  saleCode: string
  choice: 'overdue' | 'next'
  /** The oldest date of what is due. */
  dueOn: CalendarDate | null
  today: CalendarDate
}

/** Says when what is due was paid online, while accounting has not recorded it. */
export function PaidOnline({ saleCode, choice, dueOn, today }: Props) {
  const { data } = useOptionalQuery(ownPaymentsQuery)
  const paid = paidAlready({ choice, dueOn, chosenOn: today }, unrecordedOf(saleCode, data))
  if (!paid) return null
  return (
    <p className={classes.paidOnline}>Pagado en línea el {shortDate(paid.paidOn)}, por registrar</p>
  )
}
