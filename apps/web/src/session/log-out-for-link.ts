import { logout } from '../api/auth.ts'
import { timeLeft } from './inactivity/inactivity.ts'
import { clearSession, storedUser, storeUser } from './stored-user.ts'

/** A letter's link belongs to who opened it: whoever is still logged in here gives way to it. */
export async function logOutForLink(): Promise<void> {
  if (!storedUser()) return
  await logout().catch(() => {
    // Logged out here in any case, as by hand.
  })
  clearSession()
  storeUser(null)
}

/** An old session that has run out would otherwise end now, and lead away from the link. */
export async function logOutIfExpired(): Promise<void> {
  if ((await timeLeft()) < 0) await logOutForLink()
}
