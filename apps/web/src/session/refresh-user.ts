import { currentUser } from './calls.ts'
import { storedUser, storeUser } from './stored-user.ts'

let pending: Promise<void> | undefined

/** Reads the current user again, so that changed permissions apply to an open page. */
export function refreshUser(): Promise<void> {
  pending ??= refresh().finally(() => {
    pending = undefined
  })
  return pending
}

async function refresh() {
  const before = storedUser()
  if (!before) return
  const now = await currentUser().catch(() => null)
  // Ignores the answer when the user changed meanwhile.
  if (!now || storedUser() !== before) return
  // Browsers tell a tab late of another tab's logout, which writing the same user again would undo.
  if (JSON.stringify(now) !== JSON.stringify(before)) storeUser(now)
}
