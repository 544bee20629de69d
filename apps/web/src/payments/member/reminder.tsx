import { reminderNotice } from '@carpeta/domain/news/reminder-days'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { preferencesQuery } from '../../accounts/profile/preferences.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import classes from './due-amounts.module.css'

/** Whether an email comes before an instalment is due, as the member chose, and where to choose otherwise. */
export function Reminder() {
  const { data } = useQuery(preferencesQuery)
  const hasEmail = Boolean(useStoredUser()?.email)
  const isView = useIsView()
  if (data === null || !hasEmail) return null
  return (
    // Takes its line from the start, so that nothing moves when the words arrive.
    <p className={classes.reminder}>
      {data && reminderNotice(data.due_emails ? data.due_days : null)}
      {data && !isView && (
        <>
          {' · '}
          <Link to="/profile#correos" aria-label="Cambiar el aviso por correo">
            Cambiar
          </Link>
        </>
      )}
    </p>
  )
}
