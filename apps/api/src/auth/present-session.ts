import type { SignedInUser } from '@carpeta/contract/auth'
import type { Principal } from '../http/access.ts'

/** Who is logged in, as the browser keeps it; of a view as a member, that member and who looks. */
export function presentSession({ user, viewer }: Principal): SignedInUser {
  if (viewer === null) return user
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  return { ...user, viewed_by: { id: viewer.id, name } }
}
