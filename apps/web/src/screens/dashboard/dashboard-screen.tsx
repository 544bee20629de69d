import { can } from '@carpeta/domain/access/permissions'
import { Link, useSearchParams } from 'react-router'
import { useIsExtended } from '../../session/extended.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { UsersIcon } from '../../ui/icons/icons.tsx'
import { Splash } from '../../ui/icons/splash.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ANNOUNCEMENTS } from './announcements/address.ts'
import { AnnouncementsLink } from './announcements/announcements-link.tsx'
import { CardSkeleton } from './cards/card-skeleton.tsx'
import classes from './dashboard.module.css'
import { DASHBOARD_TITLE, dashboardTitle } from './dashboard-title.ts'
import { MemberSales } from './member-sales.tsx'
import { StaffWelcome } from './staff/staff-welcome.tsx'
import { useFirstVisit } from './use-first-visit.ts'

export function Screen() {
  const user = useStoredUser()
  const [params] = useSearchParams()
  const isStaff = user && !user.profile?.is_client
  return (
    <Page
      title={DASHBOARD_TITLE}
      // The prerendered page does not know the address.
      documentTitle={user && !isStaff ? dashboardTitle(params) : DASHBOARD_TITLE}
      picture={<Picture isKnown={Boolean(user)} />}
      actions={
        user && (
          <>
            {!isStaff && <AnnouncementsLink />}
            {can(user, 'users.manage_users') && (
              <Button component={Link} to="/users" variant="default" leftSection={<UsersIcon />}>
                Usuarios
              </Button>
            )}
          </>
        )
      }
    >
      {isStaff ? <StaffWelcome user={user} /> : <MemberPart isKnown={user !== undefined} />}
    </Page>
  )
}

/** On its own: the first visit does not render the screen twice. */
function Picture({ isKnown }: { isKnown: boolean }) {
  const isFirstVisit = useFirstVisit(isKnown)
  return <Splash className={classes.splash ?? ''} isFirstVisit={isFirstVisit} />
}

// Loaded on demand: a member opens an announcement now and then.
const Announcements = deferredPart<{ opened: string }>(
  async () => (await import('./announcements/announcements.tsx')).Announcements,
  <CardSkeleton />,
)

function MemberPart({ isKnown }: { isKnown: boolean }) {
  const [params] = useSearchParams()
  const hasAnnouncements = useIsExtended()
  // The prerendered page does not know the address.
  const opened = isKnown && hasAnnouncements ? params.get(ANNOUNCEMENTS) : null
  if (opened !== null) return <Announcements opened={opened} />
  return (
    <>
      <p className={classes.lead}>
        Aquí ves lo que debes, lo que has pagado y cómo avanza la escritura de tu propiedad.
      </p>
      {isKnown ? <MemberSales /> : <CardSkeleton />}
    </>
  )
}
