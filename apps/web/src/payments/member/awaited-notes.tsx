import type { CalendarDate } from '@carpeta/domain/dates/dates'
import {
  awaitedNotice,
  lateRecordingDays,
  recordingTime,
} from '@carpeta/domain/payments/awaited-notice'
import type { AwaitedPayment } from '@carpeta/domain/payments/awaited-payments'
import { Link } from 'react-router'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { CheckCircleIcon, ClockIcon } from '../../ui/icons/icons.tsx'
import type { Covered } from './awaited.ts'
import classes from './awaited-notes.module.css'

interface Props {
  covered: Covered
  today: CalendarDate
  /** With the time that accounting takes, and whom to write to when it is over: once on a page. */
  isWhole?: boolean
  /** Leads to the payment's page, which has the receipt. */
  hasReceipt?: boolean
}

/** Each payment once, before what is owed besides. */
export function AwaitedNotes({ covered, today, isWhole = false, hasReceipt = false }: Props) {
  const places = new Map([...covered].map(([place, payment]) => [payment, place]))
  return [...places].map(([payment, place]) => {
    const text = awaitedNotice(payment)
    const lateDays = isWhole ? lateRecordingDays(payment.paidOn, today) : null
    // Nobody has confirmed what the member reported, and what is late is no good news.
    const isGood = !payment.isReported && lateDays === null
    const Icon = isGood ? CheckCircleIcon : ClockIcon
    return (
      <div
        key={place}
        className={classes.note}
        data-paid={isGood || undefined}
        data-late={lateDays !== null || undefined}
      >
        <Icon size={20} />
        <p>
          <UnbrokenDates text={text} />
          {isWhole ? <Time {...{ payment, today, lateDays }} /> : '.'}{' '}
          {hasReceipt && payment.orderId && (
            <Link to={`/payments/${payment.orderId}`}>Ver comprobante</Link>
          )}
        </p>
      </div>
    )
  })
}

interface TimeProps {
  payment: AwaitedPayment
  today: CalendarDate
  /** Since the payment; null while accounting is not late. */
  lateDays: number | null
}

function Time({ payment, today, lateDays }: TimeProps) {
  if (lateDays === null) return <UnbrokenDates text={recordingTime(payment, today)} />
  return (
    <>
      . Ya pasaron {lateDays} días: <WriteToUs about={awaitedNotice(payment)} />.
    </>
  )
}
