import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { InactivityGuard } from '../../session/inactivity/inactivity-guard.tsx'
import { useFreshUser } from '../../session/use-fresh-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { ClientBar } from './client-bar.tsx'
import { useOwnClient } from './use-own-client.ts'
import { ViewBanner } from './view-banner.tsx'

/** What every logged-in page shares. Leaving it, or another user, forgets all that was read. */
export function MemberArea() {
  const user = useStoredUser()
  const { client, round } = useOwnClient(user)
  useFreshUser()
  return (
    <QueryClientProvider key={round} client={client}>
      {user !== null && <ClientBar user={user} />}
      {user?.viewed_by && <ViewBanner user={user} />}
      {user && <InactivityGuard />}
      <Outlet />
    </QueryClientProvider>
  )
}
