import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import type { SignedInCaller } from '../http/caller.ts'

/** The signed-in user as the wire sends it; in a view as a member, the member and the viewer. */
export function presentSession({
  user,
  viewer = null,
}: Pick<SignedInCaller, 'user'> & Partial<Pick<SignedInCaller, 'viewer'>>): SignedInUser {
  if (viewer === null) return { ...user, extended: true }
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  // The member's own step; it does not concern the viewer.
  const { must_change_password: _, ...member } = user
  return { ...member, extended: true, viewed_by: { id: viewer.id, name } }
}
