import { can } from '@carpeta/domain/access/permissions'
import { Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ownAnnouncementsQuery } from '../../api/own-announcements.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { BellIcon, UsersIcon } from '../../ui/icons/icons.tsx'
import { Splash } from '../../ui/icons/splash.tsx'
import { Page } from '../../ui/layout/page.tsx'
import classes from './dashboard.module.css'
import { ANNOUNCEMENTS, DASHBOARD_TITLE, dashboardTitle, listSearch } from './dashboard-title.ts'
import { MemberSales } from './member-sales.tsx'
import { CardSkeleton } from './sale-cards.tsx'

const StaffWelcome = lazyPart(async () => (await import('./staff-welcome.tsx')).StaffWelcome)
// A member opens an announcement now and then.
const Announcements = lazyPart(async () => (await import('./announcements.tsx')).Announcements)

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

/** Leads to the announcements; says how many are unread. */
function AnnouncementsLink() {
  const { data = [], isAbsent } = useOptionalQuery(ownAnnouncementsQuery)
  if (isAbsent) return null
  const unread = data.filter(({ read_at }) => read_at === null).length
  return (
    <Button
      component={Link}
      to={{ search: listSearch }}
      variant="default"
      leftSection={<BellIcon size={18} />}
    >
      Avisos{' '}
      {unread > 0 && (
        <span className={classes.unread}>
          {unread} <span className={classes.words}>sin leer</span>
        </span>
      )}
    </Button>
  )
}

const VISITED = 'visited'

/** Whether this tab opens a dashboard for the first time. */
export function useFirstVisit(): boolean {
  const [isFirst] = useState(() => sessionStorage.getItem(VISITED) === null)
  useEffect(() => sessionStorage.setItem(VISITED, '1'), [])
  return isFirst
}
