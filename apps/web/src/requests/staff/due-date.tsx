import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import type { RequestRow } from './calls.ts'
import classes from './due-date.module.css'

/** The deadline, or '-' when the cooperative is not the one to act. */
export function DueDate({ request }: { request: Pick<RequestRow, 'due_at' | 'is_overdue'> }) {
  const { due_at: dueAt, is_overdue: isOverdue } = request
  if (!dueAt) return <>-</>
  const [day, time] = dateTimeInSantiago(dueAt).split(' ')
  return (
    <>
      {day} <span className={classes.time}>{time}</span>
      {isOverdue && (
        <span className={classes.overdue}>
          <AlertIcon size={16} />
          Atrasada
        </span>
      )}
    </>
  )
}
