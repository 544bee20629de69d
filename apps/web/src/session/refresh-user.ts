import { currentUser } from '../api/auth.ts'
import { storedUser, storeUser } from './stored-user.ts'

let underWay: Promise<void> | undefined

/**
 * Reads again who is logged in: a permission given or taken reaches a page that is open. It is asked
 * for by the page, not by the person, so it is no activity.
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
  // Whoever logged out, or became somebody else in a view, did so after this was asked.
  if (now && storedUser() === before) storeUser(now)
}
