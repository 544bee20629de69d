import { useStoredUser } from './use-stored-user.ts'

/** Staff look at a member's folder: what would change it is not offered. */
export function useIsView(): boolean {
  return Boolean(useStoredUser()?.viewed_by)
}
