import type { BookedLater as Booked } from '@carpeta/domain/payments/booked-later'
import { useEnvironment } from '../../environment/use-environment.ts'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface Props {
  booked: Booked
  /** Only whether to pay, where that is decided. */
  isBrief?: boolean
}

/**
 * Whether to pay what is overdue, where accounting booked on another instalment what the member may have paid for it,
 * and a message that asks to look at it.
 */
export function BookedLater({ booked, isBrief = false }: Props) {
  const email = useEnvironment()?.contact_email
  const { advice, reason, subject, message } = booked
  if (isBrief && advice === '') return null
  return (
    <Notice
      tone={advice ? 'warning' : 'info'}
      action={
        email && (
          <MessageLink email={email} subject={subject} body={message}>
            Pedir que lo revisen
          </MessageLink>
        )
      }
    >
      <strong>
        <UnbrokenDates text={advice} />
      </strong>{' '}
      {!isBrief && <UnbrokenDates text={reason} />}
    </Notice>
  )
}
