import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { forgetQueries, queryClientOf } from '../../api/query-client.ts'
import { InactivityGuard } from '../../session/inactivity-guard.tsx'
import { storedUser } from '../../session/stored-user.ts'
import { useFreshUser } from '../../session/use-fresh-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { useOfflineCopy } from '../offline/use-offline-copy.ts'
import { ReauthenticationPrompt } from '../reauthentication/reauthentication-prompt.tsx'
import { StaffFrame } from '../staff/staff-frame.tsx'
import { ClientBar } from './client-bar.tsx'
import { ViewBanner } from './view-banner.tsx'

/** The frame of every logged-in page, with nothing of the user before. */
export function MemberArea() {
  const user = useStoredUser()
  useOfflineCopy(user)
  useFreshUser()
  useEffect(
    () => () => {
      if (!storedUser()) forgetQueries()
    },
    [],
  )
  return (
    <QueryClientProvider key={user?.id} client={queryClientOf(user)}>
      {user && <ClientBar user={user} />}
      {user?.viewed_by && <ViewBanner user={user} />}
      {user && <InactivityGuard />}
      <ReauthenticationPrompt />
      <StaffFrame>
        <Outlet />
      </StaffFrame>
    </QueryClientProvider>
  )
}
