import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import type { Covered } from './awaited.ts'
import classes from './due-amounts.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  covered: Covered
}

/** On which instalment accounting booked what the member may have paid for the overdue one, and a message about it. */
export function BookedLater({ sale, today, covered }: Props) {
  const email = useEnvironment()?.contact_email
  const booked = bookedLater(sale, today, covered)
  if (booked === null) return null
  return (
    <p className={classes.note}>
      <UnbrokenDates text={booked.text} />{' '}
      {email && (
        <MessageLink email={email} subject={booked.subject} body={booked.message}>
          Pedir que lo revisen
        </MessageLink>
      )}
    </p>
  )
}
