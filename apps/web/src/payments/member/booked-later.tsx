import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { bookedLater } from '@carpeta/domain/payments/booked-later'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Covered } from './awaited.ts'

interface Props {
  sale: Sale
  today: CalendarDate
  covered: Covered
  /** Only whether to pay, where that is decided. */
  isBrief?: boolean
}

/**
 * Whether to pay what is overdue, where accounting booked on another instalment what the member may have paid for it,
 * and a message that asks to look at it.
 */
export function BookedLater({ sale, today, covered, isBrief = false }: Props) {
  const email = useEnvironment()?.contact_email
  const booked = bookedLater(sale, today, covered)
  if (booked === null) return null
  const { advice, reason, subject, message } = booked
  return (
    <Notice
      tone="warning"
      action={
        email &&
        !isBrief && (
          <MessageLink email={email} subject={subject} body={message}>
            Pedir que lo revisen
          </MessageLink>
        )
      }
    >
      <strong>
        <UnbrokenDates text={advice} />
      </strong>
      {!isBrief && <UnbrokenDates text={` ${reason}`} />}
    </Notice>
  )
}
