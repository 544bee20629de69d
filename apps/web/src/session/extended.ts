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

/** What a page needs of the user and the API. */
export interface PageAccess {
  /** Nothing for staff, who have no sales. */
  forMembers?: true | undefined
  /** Nothing for who has no permission. */
  forStaff?: true | undefined
  /** Beside what any permission allows. */
  forSuperusers?: true | undefined
  permission?: Permission | undefined
  /** Whether its calls are beyond the specification: by default those of a page with a permission. */
  needsExtended?: boolean | undefined
}

/** Whether the user has the permission of a page, and the API its calls. */
export function mayOpen(
  user: SignedInUser,
  { permission, needsExtended, forMembers, forStaff, forSuperusers }: PageAccess,
) {
  return (
    can(user, permission) &&
    !(forSuperusers && !user.is_superuser) &&
    !((needsExtended ?? permission) && !user.extended) &&
    !(forMembers && !user.profile?.is_client) &&
    !(forStaff && user.permissions.length === 0)
  )
}
