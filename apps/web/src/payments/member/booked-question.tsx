import type { CalendarDate } from '@carpeta/domain/dates/dates'
import {
  answerAdvice,
  askedAdvice,
  type BookedLater as Booked,
} from '@carpeta/domain/payments/booked-later'
import { askedText } from '@carpeta/domain/requests/questions'
import type { ReactNode } from 'react'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface Props {
  booked: Booked
  today: CalendarDate
  /** The button that pays; without one the text says when to. */
  no?: ReactNode
  /** Says where the payment is also where nothing is asked. */
  hasReason?: boolean
}

/** The question of `BookedLater`, or that it was asked, where nobody can be asked to look at it. */
export function BookedQuestion({ booked, today, no, hasReason = false }: Props) {
  const { asked, askedWhat, question, reason } = booked
  if (asked) {
    return (
      <Notice tone="info">
        <UnbrokenDates text={`${askedText(askedWhat, asked, today)} ${askedAdvice}`} />
      </Notice>
    )
  }
  if (question === '' && !hasReason) return null
  return (
    <Notice tone={question ? 'warning' : 'info'} action={question && no}>
      {question ? (
        <strong>
          <UnbrokenDates text={question} />
        </strong>
      ) : (
        <UnbrokenDates text={reason} />
      )}{' '}
      {question && !no && answerAdvice}
    </Notice>
  )
}
