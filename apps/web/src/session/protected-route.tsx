import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { documentTitle } from '../ui/document-title.ts'
import { setNavigate } from './end-session.ts'
import { mayOpen, type PageAccess } from './extended.ts'
import { announceStoredUser, pendingStep } from './stored-user.ts'
import { useStoredUser } from './use-stored-user.ts'

interface Props extends PageAccess {
  children: ReactNode
}

/** Without a stored user, the permission or the API's calls, redirects to /login; before a pending step, to its page. */
export function ProtectedRoute({ children, ...page }: Props) {
  const user = useStoredUser()
  const { pathname } = useLocation()
  const step = pendingStep(user)
  if (step && pathname !== step) return <GoTo path={step} returns />
  if (user && mayOpen(user, page)) return children
  return <NoAccess />
}

export function NoAccess() {
  const user = useStoredUser()
  return (
    <>
      <title>{documentTitle('Sin autorización')}</title>
      <p role="status">Sin autorización</p>
      {/* A user without a session returns to this page after the login. */}
      <GoTo path="/login" returns={!user} />
    </>
  )
}

/** @param returns whether the user comes back to the present page. */
function GoTo({ path, returns }: { path: string; returns: boolean }) {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={path} replace state={returns ? { from: pathname + search + hash } : null} />
}

/**
 * Connects the router to the session and rereads the stored user on each navigation.
 * @param loadLogin of the page to which the end of a session leads
 */
export function SessionWatcher({ loadLogin }: { loadLogin: () => Promise<unknown> }) {
  const navigate = useNavigate()
  const location = useLocation()

  useEffect(
    () =>
      setNavigate((path, from) => {
        void navigate(path, { replace: true, state: from ? { from } : null })
        // Without a connection the router waits for the login, and would show the person's page meanwhile.
        loadLogin().catch(() => window.location.assign(path))
      }),
    [navigate, loadLogin],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(announceStoredUser, [location])

  return null
}
