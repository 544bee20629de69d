import { can } from '@carpeta/domain/access/permissions'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '../../layout/page.tsx'
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
