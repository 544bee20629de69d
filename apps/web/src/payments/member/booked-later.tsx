import type { CalendarDate } from '@carpeta/domain/dates/dates'
import {
  answerAdvice,
  askedAdvice,
  type BookedLater as Booked,
  reviewAdvice,
} from '@carpeta/domain/payments/booked-later'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '../../environment/use-environment.ts'
import { Asked, questionAddress } from '../../requests/member/asked.tsx'
import { toTabs } from '../../sales/dashboard/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MessageLink } from '../../ui/display/message-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import classes from './booked-later.module.css'

interface Props {
  booked: Booked
  sale: Sale
  today: CalendarDate
  /** The button that pays; without one the text says when to. */
  no?: ReactNode
}

/**
 * Asks whether what is overdue was paid already, where accounting booked on another instalment what the member may
 * have paid for it: the cooperative is asked to look at it, or it is paid. Afterwards, when it answers.
 */
export function BookedLater({ booked, sale, today, no }: Props) {
  const email = useEnvironment()?.contact_email
  const { question, reason, asked, askedWhat, subject, message } = booked
  if (asked) {
    return (
      <div className={classes.doubt} role="status">
        <p>
          <strong>{askedAdvice}</strong>
        </p>
        <p className={classes.advice}>
          <Asked what={askedWhat} sale={sale} request={asked} today={today} />
        </p>
      </div>
    )
  }
  const form = questionAddress(sale, booked.about)
  const yes = question ? 'Sí: pedir que lo revisen' : 'Pedir que lo revisen'
  return (
    <div className={classes.doubt} role="status">
      <p>
        <UnbrokenDates text={question || reason} />{' '}
        {question && !form && email && no && <span>{reviewAdvice}</span>}
        {question && !no && answerAdvice}
      </p>
      <div className={classes.choices}>
        {form ? (
          <Button component={Link} variant="default" to={form} state={toTabs} preventScrollReset>
            {yes}
          </Button>
        ) : (
          email && (
            <Button
              component={MessageLink}
              variant="default"
              body={message}
              {...{ email, subject }}
            >
              {yes}
            </Button>
          )
        )}
        {question && no}
      </div>
    </div>
  )
}
