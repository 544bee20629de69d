import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import type { SignedInCaller } from '../http/caller.ts'

/** The signed-in user as the wire sends it; in a view as a member, the member and the viewer. */
export function presentSession({
  user,
  viewer,
}: Pick<SignedInCaller, 'user' | 'viewer'>): SignedInUser {
  if (viewer === null) return user
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  // The member's own step; it does not concern the viewer.
  const { must_change_password: _, ...member } = user
  return { ...member, viewed_by: { id: viewer.id, name } }
}
