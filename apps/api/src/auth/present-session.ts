import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import type { SignedInCaller } from '../http/caller.ts'

/** Who is logged in, as the browser keeps it; of a view as a member, that member and who looks. */
export function presentSession({
  user,
  viewer,
}: Pick<SignedInCaller, 'user' | 'viewer'>): SignedInUser {
  if (viewer === null) return user
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  return { ...user, viewed_by: { id: viewer.id, name } }
}
