import { can } from '@carpeta/domain/access/permissions'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UsersIcon } from '../../ui/icons/icons.tsx'
import { Splash } from '../../ui/icons/splash.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ANNOUNCEMENTS } from './announcements/address.ts'
import { AnnouncementsLink } from './announcements/announcements-link.tsx'
import { CardSkeleton } from './cards/card-skeleton.tsx'
import classes from './dashboard.module.css'
import { DASHBOARD_TITLE, dashboardTitle } from './dashboard-title.ts'
import { MemberSales } from './member-sales.tsx'
import { useFirstVisit } from './use-first-visit.ts'

const StaffWelcome = lazyPart(async () => (await import('./staff/staff-welcome.tsx')).StaffWelcome)
// A member opens an announcement now and then.
const Announcements = lazyPart(
  async () => (await import('./announcements/announcements.tsx')).Announcements,
)

export function Screen() {
  const user = useStoredUser()
  const [params] = useSearchParams()
  const isFirstVisit = useFirstVisit()
  if (!user) return null
  const isStaff = !user.profile?.is_client
  return (
    <Page
      title={DASHBOARD_TITLE}
      documentTitle={isStaff ? DASHBOARD_TITLE : dashboardTitle(params)}
      picture={<Splash className={classes.splash ?? ''} isFirstVisit={isFirstVisit} />}
      actions={
        <>
          {!isStaff && <AnnouncementsLink />}
          {can(user, 'users.manage_users') && (
            <Button component={Link} to="/users" variant="default" leftSection={<UsersIcon />}>
              Usuarios
            </Button>
          )}
        </>
      }
    >
      {isStaff ? (
        <Suspense>
          <StaffWelcome user={user} />
        </Suspense>
      ) : (
        <MemberPart opened={user.extended ? params.get(ANNOUNCEMENTS) : null} />
      )}
    </Page>
  )
}

/** @param opened an announcement, or the list of them; null for the sales. */
function MemberPart({ opened }: { opened: string | null }) {
  if (opened !== null) {
    return (
      <Suspense fallback={<CardSkeleton />}>
        <Announcements opened={opened} />
      </Suspense>
    )
  }
  return (
    <>
      <p className={classes.lead}>
        Aquí ves lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.
      </p>
      <MemberSales />
    </>
  )
}
