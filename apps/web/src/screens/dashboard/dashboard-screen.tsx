import { can } from '@carpeta/domain/permissions'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Content } from '../../layout/content.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Splash } from '../../ui/drawings/splash.tsx'
import { UsersIcon } from '../../ui/member-icons.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import classes from './dashboard.module.css'
import { MemberSales } from './member-sales.tsx'
import { StaffWelcome } from './staff-welcome.tsx'

export function Screen() {
  const user = useStoredUser()
  const isStaff = user && !user.profile?.is_client
  return (
    <Content>
      <Splash className={classes.splash ?? ''} />
      <div className={classes.page}>
        <div className={classes.head}>
          <h1>Mi carpeta</h1>
          {user && can(user, 'users.manage_users') && (
            <Button component={Link} to="/users" variant="default" leftSection={<UsersIcon />}>
              Usuarios
            </Button>
          )}
        </div>
        {isStaff ? <StaffWelcome user={user} /> : <MemberPart isKnown={user !== undefined} />}
      </div>
    </Content>
  )
}

function MemberPart({ isKnown }: { isKnown: boolean }) {
  return (
    <>
      <p className={classes.lead}>
        Aquí ves lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.
      </p>
      {isKnown ? <MemberSales /> : <CardSkeleton />}
    </>
  )
}
