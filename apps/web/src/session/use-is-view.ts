import { useStoredUser } from './use-stored-user.ts'

/** True while staff view a member's folder, which is read-only. */
export function useIsView(): boolean {
  return Boolean(useStoredUser()?.viewed_by)
}
