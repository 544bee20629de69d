import { can } from '@carpeta/domain/access/permissions'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { UsersIcon } from '../../ui/icons/icons.tsx'
import { Splash } from '../../ui/icons/splash.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CardSkeleton } from './cards/card-skeleton.tsx'
import classes from './dashboard.module.css'
import { MemberSales } from './member-sales.tsx'
import { StaffWelcome } from './staff-welcome.tsx'

export function Screen() {
  const user = useStoredUser()
  const isStaff = user && !user.profile?.is_client
  return (
    <Page
      title="Mi carpeta"
      picture={<Splash className={classes.splash ?? ''} />}
      actions={
        user &&
        can(user, 'users.manage_users') && (
          <Button component={Link} to="/users" variant="default" leftSection={<UsersIcon />}>
            Usuarios
          </Button>
        )
      }
    >
      {isStaff ? <StaffWelcome user={user} /> : <MemberPart isKnown={user !== undefined} />}
    </Page>
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
