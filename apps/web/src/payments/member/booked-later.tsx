import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { bookedLaterText } from '@carpeta/domain/payments/booked-later'
import type { Sale } from '@carpeta/domain/sales/sale'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import type { Covered } from './awaited.ts'
import classes from './due-amounts.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  covered: Covered
}

/** Why an instalment is still overdue although something was paid, and whom to ask. */
export function BookedLater({ sale, today, covered }: Props) {
  const text = bookedLaterText(sale, today, covered)
  if (text === null) return null
  return (
    <p className={classes.note}>
      <UnbrokenDates text={text} /> Si no lo esperabas, pregunta a tu asesor
      {sale.advisor && ` (${sale.advisor})`} o escribe a <CooperativeEmail />.
    </p>
  )
}
