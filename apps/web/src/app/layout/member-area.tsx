import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { InactivityGuard } from '../../session/inactivity/inactivity-guard.tsx'
import { useFreshUser } from '../../session/use-fresh-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { useOfflineCopy } from '../offline/use-offline-copy.ts'
import { ReauthenticationPrompt } from '../reauthentication/reauthentication-prompt.tsx'
import { StaffFrame } from '../staff/staff-frame.tsx'
import { ClientBar } from './client-bar.tsx'
import { prepareFirstUses, startCalls } from './first-calls.ts'
import { useOwnClient } from './use-own-client.ts'
import { ViewBanner } from './view-banner.tsx'

/** The frame of every logged-in page. A change of user drops all cached queries. */
export function MemberArea() {
  const user = useStoredUser()
  const { client, round } = useOwnClient(user)
  useOfflineCopy(user)
  return (
    <>
      <EachPage client={client} user={user} />
      <QueryClientProvider key={round} client={client}>
        {user !== null && <ClientBar user={user} />}
        {user?.viewed_by && <ViewBanner user={user} />}
        {user && <InactivityGuard />}
        <ReauthenticationPrompt />
        <StaffFrame>
          <Outlet />
        </StaffFrame>
      </QueryClientProvider>
    </>
  )
}

interface EachPageProps {
  client: QueryClient
  user: SignedInUser | null | undefined
}

/** On its own: a navigation does not render the frame again (docs/decisions/0079). */
function EachPage({ client, user }: EachPageProps) {
  const { pathname } = useLocation()
  // While the page is rendered for the first time, not afterwards.
  useState(() => startCalls(client, user, pathname))
  useEffect(prepareFirstUses, [])
  useFreshUser()
  return null
}
