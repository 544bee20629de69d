import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { OpenSession } from '../../../api/accounts.ts'
import { CheckCircleIcon } from '../../../ui/icons/icons.tsx'
import classes from '../profile.module.css'

export function SessionRow({ session }: { session: OpenSession }) {
  return (
    <li>
      <div>
        <p className={classes.device}>
          {session.device} · {session.place}
        </p>
        <p className={classes.detail}>Último uso {dateTimeInSantiago(session.last_used_at)}</p>
      </div>
      {session.is_current && (
        <p className={classes.badge}>
          <CheckCircleIcon size={16} />
          Esta sesión
        </p>
      )}
    </li>
  )
}
