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
  /** Without a connection nothing can be answered: it says where the payment is, and what to do. */
  isOffline?: boolean
}

/** The question of `BookedLater`, or that it was asked, where nobody can be asked to look at it. */
export function BookedQuestion({ booked, today, no, isOffline = false }: Props) {
  const { asked, askedWhat, question, offline } = booked
  if (asked) {
    return (
      <Notice tone="info">
        <UnbrokenDates text={`${askedText(askedWhat, asked, today)} ${askedAdvice}`} />
      </Notice>
    )
  }
  if (isOffline) {
    return (
      <Notice tone={question ? 'warning' : 'info'}>
        <UnbrokenDates text={offline} />
      </Notice>
    )
  }
  if (question === '') return null
  return (
    <Notice tone="warning" action={no}>
      <strong>
        <UnbrokenDates text={question} />
      </strong>{' '}
      {!no && answerAdvice}
    </Notice>
  )
}
