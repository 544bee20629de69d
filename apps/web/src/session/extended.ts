import type { SignedInUser } from '@carpeta/contract/auth'
import { can, type Permission } from '@carpeta/domain/access/permissions'
import { useStoredUser } from './use-stored-user.ts'

// An API may have only the calls of the specification. Ours marks its users as `extended`; without
// the mark the page leaves out what needs other calls (docs/decisions/other-apis.md).

/** Also true until the user is known, so that the prerendered page keeps every place. */
export function useIsExtended(): boolean {
  const user = useStoredUser()
  return user === undefined || user?.extended === true
}

interface Page {
  permission?: Permission | undefined
  needsExtended?: true | undefined
}

/** Whether the user has the permission of a page, and the API its calls. */
export function mayOpen(user: SignedInUser, { permission, needsExtended }: Page): boolean {
  return can(user, permission) && !(needsExtended && !user.extended)
}
