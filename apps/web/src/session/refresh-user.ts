import { currentUser } from '../api/auth.ts'
import { storedUser, storeUser } from './stored-user.ts'

let underWay: Promise<void> | undefined

/**
 * Reads the current user again, so that changed permissions apply to an open page. It does not
 * count as activity.
 */
export function refreshUser(): Promise<void> {
  underWay ??= refresh().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function refresh() {
  const before = storedUser()
  if (!before) return
  const now = await currentUser({ isQuiet: true }).catch(() => null)
  // Ignores the answer when the user changed meanwhile.
  if (now && storedUser() === before) storeUser(now)
}
