import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { OpenSession } from '../../../api/accounts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CheckCircleIcon } from '../../../ui/icons/icons.tsx'
import classes from '../profile.module.css'

interface Props {
  session: OpenSession
  onEnd: () => void
}

export function SessionRow({ session, onEnd }: Props) {
  return (
    <li>
      <div>
        <p className={classes.device}>
          {session.device} · {session.place}
        </p>
        <p className={classes.detail}>Último uso {dateTimeInSantiago(session.last_used_at)}</p>
      </div>
      {session.is_current ? (
        <p className={classes.badge}>
          <CheckCircleIcon size={16} />
          Esta sesión
        </p>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Cerrar la sesión en ${session.device}`}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}
