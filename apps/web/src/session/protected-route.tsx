import { can, type Permission } from '@carpeta/domain/access/permissions'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useStoredUser } from './use-stored-user.ts'

interface Props {
  permission?: Permission | undefined
  children: ReactNode
}

const CHANGE_PASSWORD = '/change-password'

/**
 * Without a stored user or the permission, redirects to /login; with a temporary password, to
 * /change-password.
 */
export function ProtectedRoute({ permission, children }: Props) {
  const user = useStoredUser()
  const { pathname } = useLocation()
  // The screen shows its skeleton until the user is known.
  if (user === undefined) return children
  if (user?.must_change_password && pathname !== CHANGE_PASSWORD)
    return <Navigate to={CHANGE_PASSWORD} replace />
  if (user && can(user, permission)) return children
  return <NoAccess />
}

export function NoAccess() {
  const user = useStoredUser()
  const { pathname, search, hash } = useLocation()
  return (
    <>
      <p role="status">Sin autorización</p>
      {/* A user without a session returns to this page after the login. */}
      <Navigate to="/login" replace state={user ? null : { from: pathname + search + hash }} />
    </>
  )
}
