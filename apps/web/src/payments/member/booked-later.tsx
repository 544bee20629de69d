import {
  answerAdvice,
  type BookedLater as Booked,
  reviewAdvice,
} from '@carpeta/domain/payments/booked-later'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../environment/use-environment.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import block from './next-payment.module.css'

interface Props {
  booked: Booked
  /** The button that pays; without one the text says when to. */
  no?: ReactNode
  /** Only the question, where that is decided. */
  isBrief?: boolean
  /** On the offline copy, which has no button to write to the cooperative. */
  isOffline?: boolean
}

/**
 * Asks whether what is overdue was paid already, where accounting booked on another instalment what the member may
 * have paid for it: a message asks to look at it, or it is paid.
 */
export function BookedLater({ booked, no, isBrief = false, isOffline = false }: Props) {
  const contact = useEnvironment()?.contact_email
  const { question, reason, subject, message } = booked
  if (isBrief && question === '') return null
  const email = isOffline ? undefined : contact
  const isFirst = !isBrief && question !== ''
  return (
    <Notice
      tone={question ? 'warning' : 'info'}
      action={
        (email || (question && no)) && (
          <div className={block.actions}>
            {email && (
              <Button
                component={MessageLink}
                variant={isFirst ? 'filled' : 'default'}
                body={message}
                {...{ email, subject }}
              >
                {question ? 'Sí: pedir' : 'Pedir'} que lo revisen
              </Button>
            )}
            {question && no}
          </div>
        )
      }
    >
      <strong>
        <UnbrokenDates text={question} />
      </strong>{' '}
      {!isBrief && <UnbrokenDates text={reason} />} {isFirst && email && no && reviewAdvice}
      {question && !no && answerAdvice}
    </Notice>
  )
}
