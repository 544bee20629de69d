import { can, type Permission } from '@carpeta/domain/access/permissions'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useStoredUser } from './use-stored-user.ts'

interface Props {
  permission?: Permission | undefined
  children: ReactNode
}

/** Without a stored user, or without the permission, the page leads to /login (spec §2). */
export function ProtectedRoute({ permission, children }: Props) {
  const user = useStoredUser()
  // Not known yet: the screen shows the shape of what comes.
  if (user === undefined) return children
  if (user && can(user, permission)) return children
  return <NoAccess />
}

export function NoAccess() {
  const user = useStoredUser()
  const { pathname, search, hash } = useLocation()
  return (
    <>
      <p role="status">Sin autorización</p>
      {/* Who is only not logged in comes back here, where perhaps a letter's link had led him. */}
      <Navigate to="/login" replace state={user ? null : { from: pathname + search + hash }} />
    </>
  )
}
