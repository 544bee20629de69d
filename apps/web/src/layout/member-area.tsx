import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { InactivityGuard } from '../session/inactivity-guard.tsx'
import { useFreshUser } from '../session/use-fresh-user.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import { ClientBar } from './client-bar.tsx'
import { ViewBanner } from './view-banner.tsx'

/** What every logged-in page shares. Leaving it, or another user, forgets all that was read. */
export function MemberArea() {
  const user = useStoredUser()
  useFreshUser()
  const client = useMemo(() => newQueryClient(user?.id), [user?.id])
  return (
    <QueryClientProvider client={client}>
      {user !== null && <ClientBar user={user} />}
      {user?.viewed_by && <ViewBanner user={user} />}
      {user && <InactivityGuard />}
      <Outlet />
    </QueryClientProvider>
  )
}

function newQueryClient(_owner: number | undefined) {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: mayRetry, refetchOnWindowFocus: false },
    },
  })
}

/** Once more when nothing was answered or the server was busy; what it refused stays refused. */
function mayRetry(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 400
  return failures < 1 && (status === 0 || status >= 502)
}
