import { inactivityMessage } from '@carpeta/domain/session-rules'
import { logout } from '../api/auth.ts'
import { finishBeforeLogout } from './before-logout.ts'
import { timeLeft } from './inactivity/inactivity.ts'
import { clearSession } from './stored-user.ts'

/** `from` is where whoever logs in again comes back to. */
type GoTo = (path: string, from?: string) => void

let goTo: GoTo = (path) => window.location.assign(path)
let ending: Promise<void> | undefined

/** How to lead to another page; the router says so once it is there. */
export function setNavigate(navigate: GoTo) {
  goTo = navigate
}

export async function logOut(): Promise<void> {
  return (await timeLeft()) < 0 ? forceLogout() : end('/', finishBeforeLogout)
}

/** Several calls may notice at once that the limit has passed: they end one session. */
export function forceLogout(): Promise<void> {
  const message = new URLSearchParams({ message: inactivityMessage })
  return end(`/?${message}`)
}

/** After a 401 the server's session is gone already. */
export function dropSession(from: string) {
  clearSession()
  goTo('/', from)
}

/** @param finish what still needs the session. */
function end(path: string, finish = async () => {}): Promise<void> {
  ending ??= finish()
    .then(logout)
    .catch(() => {
      // Logged out here in any case: the server forgets by itself (spec §4).
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
