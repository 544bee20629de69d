import { inactivityMessage } from '@carpeta/domain/access/session-rules'
import { logout } from '../api/auth.ts'
import { finishBeforeLogout } from './before-logout.ts'
import { timeLeft } from './inactivity.ts'
import { clearSession } from './stored-user.ts'

/** `from` is the page to return to after the next login. */
type GoTo = (path: string, from?: string) => void

let goTo: GoTo = (path) => window.location.assign(path)
let ending: Promise<void> | undefined

/** Sets the function that navigates; the router calls this once it is mounted. */
export function setNavigate(navigate: GoTo) {
  goTo = navigate
}

export async function logOut(): Promise<void> {
  return (await timeLeft()) < 0 ? forceLogout(finishBeforeLogout) : end('/', finishBeforeLogout)
}

/** Concurrent calls that find the session expired end it once. */
export function forceLogout(finish?: () => Promise<void>): Promise<void> {
  const message = new URLSearchParams({ message: inactivityMessage })
  return end(`/?${message}`, finish)
}

/** For use after a 401, when the server's session no longer exists. */
export function dropSession(from: string) {
  clearSession()
  goTo('/', from)
}

/** @param finish runs before the logout, while the session exists. */
function end(path: string, finish = async () => {}): Promise<void> {
  ending ??= finish()
    .then(logout)
    .catch(() => {
      // The local session ends in any case; the server's session expires.
    })
    .then(() => {
      clearSession()
      goTo(path)
    })
    .finally(() => {
      ending = undefined
    })
  return ending
}
