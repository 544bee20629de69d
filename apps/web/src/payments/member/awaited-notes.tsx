import type { CalendarDate } from '@carpeta/domain/dates/dates'
import {
  awaitedNotice,
  lateRecordingDays,
  usualRecordingTime,
} from '@carpeta/domain/payments/awaited-notice'
import type { AwaitedPayment } from '@carpeta/domain/payments/awaited-payments'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ClockIcon } from '../../ui/icons/icons.tsx'
import type { Covered } from './awaited.ts'
import classes from './awaited-notes.module.css'

interface Props {
  covered: Covered
  today: CalendarDate
  /** With the time that accounting takes, and whom to write to when it is over: once on a page. */
  isWhole?: boolean
}

/** Each payment once, in the place of what it pays. */
export function AwaitedNotes({ covered, today, isWhole = false }: Props) {
  return [...new Set(covered.values())].map((payment) => {
    const text = awaitedNotice(payment)
    return (
      <p key={text} className={classes.note}>
        <ClockIcon size={18} />
        <span>
          <UnbrokenDates text={text} />
          {isWhole ? <Time payment={payment} today={today} /> : '.'}
        </span>
      </p>
    )
  })
}

function Time({ payment, today }: { payment: AwaitedPayment; today: CalendarDate }) {
  const days = lateRecordingDays(payment.paidOn, today)
  if (days === null) return ` (${usualRecordingTime}).`
  return (
    <>
      . Ya pasaron {days} días: <WriteToUs about={awaitedNotice(payment)} />.
    </>
  )
}
