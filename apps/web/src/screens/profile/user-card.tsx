import type { User } from '@carpeta/contract/auth'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link } from 'react-router'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import classes from './profile.module.css'

/** Without a user it shows a skeleton. */
export function UserCard({ user }: { user: User | undefined }) {
  const isView = useIsView()
  const rut = formatRut(user?.profile?.social_security ?? '')
  return (
    <Card className={classes.user} size="lg" aria-label="Tus datos">
      <div className={classes.initials} aria-hidden="true">
        {user && initials(user)}
      </div>
      <div className={classes.text}>
        {user ? (
          <>
            <p className={classes.name}>{`${user.first_name} ${user.last_name}`.trim()}</p>
            <p className={classes.detail}>{user.email}</p>
            {rut && <p className={classes.detail}>Rut {rut}</p>}
          </>
        ) : (
          <>
            <Skeleton width="70%" height={20} style={{ marginTop: 4 }} />
            <Skeleton width="90%" height={14} style={{ marginTop: 10 }} />
            <Skeleton width="50%" height={14} style={{ marginTop: 8 }} />
          </>
        )}
      </div>
      {!isView && (
        <Button component={Link} to="/change-password" variant="default" fullWidth>
          Cambiar contraseña
        </Button>
      )}
    </Card>
  )
}

function initials({ first_name, last_name }: User): string {
  return [first_name, last_name].map((name) => name.trim().charAt(0).toUpperCase()).join('')
}
