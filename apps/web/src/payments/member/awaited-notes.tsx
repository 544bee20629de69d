import { awaitedNotice } from '@carpeta/domain/payments/awaited-notice'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ClockIcon } from '../../ui/icons/icons.tsx'
import type { Covered } from './awaited.ts'
import classes from './awaited-notes.module.css'

/** Each payment once, in the place of what it pays. */
export function AwaitedNotes({ covered }: { covered: Covered }) {
  return [...new Set(covered.values())].map((payment) => {
    const text = awaitedNotice(payment)
    return (
      <p key={text} className={classes.note}>
        <ClockIcon size={18} />
        <span>
          <UnbrokenDates text={text} />
        </span>
      </p>
    )
  })
}
