import { stopOffline } from '../offline/offline-device.ts'
import { logout } from './calls.ts'
import { timeLeft } from './inactivity.ts'
import { clearSession, storedUser, storeUser } from './stored-user.ts'

/** Logs out before an email's link is used, since the link may belong to another user. */
export async function logOutForLink(): Promise<void> {
  if (!storedUser()) return
  await logout().catch(() => {
    // The local session ends in any case.
  })
  await stopOffline()
  clearSession()
  storeUser(null)
}

/** An expired session would end during the first call and lead away from the link. */
export async function logOutIfExpired(): Promise<void> {
  if ((await timeLeft()) < 0) await logOutForLink()
}
