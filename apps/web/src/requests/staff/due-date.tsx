import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { OVERDUE, overdueSince, overdueText, timeLeft } from '@carpeta/domain/requests/queue-rules'
import { serverNow } from '../../api/server-clock.ts'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import type { RequestRow } from './calls.ts'
import classes from './due-date.module.css'

interface Props {
  request: Pick<RequestRow, 'due_at' | 'is_overdue'>
  /** Says for how long it is overdue. */
  isFull?: boolean
}

/** The deadline, or '-' when the cooperative is not the one to act. */
export function DueDate({ request, isFull = false }: Props) {
  const { due_at: dueAt, is_overdue: isOverdue } = request
  if (!dueAt) return <>-</>
  const [day, time] = dateTimeInSantiago(dueAt).split(' ')
  const left = isOverdue ? '' : timeLeft(new Date(dueAt), serverNow())
  return (
    <>
      <span className={classes.day}>{day}</span>{' '}
      <span className={classes.when}>
        <span className={classes.time}>
          {time}
          {left && ' · '}
        </span>
        {left && <span className={classes.left}>{left}</span>}
      </span>
      {isOverdue && (
        <span className={classes.overdue} data-full={isFull || undefined}>
          <AlertIcon size={16} />
          {isFull ? (
            <span>{overdueText(new Date(dueAt), serverNow())}</span>
          ) : (
            <span>
              <span className={classes.word}>
                {OVERDUE}
                <span className={classes.since}> · </span>
              </span>
              <span className={classes.since}>{overdueSince(new Date(dueAt), serverNow())}</span>
            </span>
          )}
        </span>
      )}
    </>
  )
}
