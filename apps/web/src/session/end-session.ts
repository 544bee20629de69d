import { inactivityMessage } from '@carpeta/domain/access/session-rules'
import { finishBeforeLogout } from './before-logout.ts'
import { logout } from './calls.ts'
import { timeLeft } from './inactivity.ts'
import { clearSession, forgetLinkSecrets } from './stored-user.ts'

/** `from` is the page to return to after the next login. */
type GoTo = (path: string, from?: string) => void

let goTo: GoTo = (path) => window.location.assign(path)
let ending: Promise<void> | undefined
const expired = `/?${new URLSearchParams({ message: inactivityMessage })}`

/** Sets the function that navigates; the router calls this once it is mounted. */
export function setNavigate(navigate: GoTo) {
  goTo = navigate
}

export async function logOut(): Promise<void> {
  return end((await timeLeft()) < 0 ? expired : '/', { finish: finishBeforeLogout })
}

/**
 * After the inactivity limit. The next login returns to this page. Concurrent calls that find the session expired end
 * it once.
 */
export function forceLogout(): Promise<void> {
  return end(expired, { returns: true })
}

/** For use after a 401, when the server's session no longer exists. */
export function dropSession(from: string) {
  clearSession()
  forgetLinkSecrets()
  goTo('/', from)
}

interface Ending {
  /** Runs before the logout, while the session exists. */
  finish?: () => Promise<void>
  /** Whether the next login leads to the present page. */
  returns?: boolean
}

function end(path: string, { finish = async () => {}, returns = false }: Ending): Promise<void> {
  ending ??= finish()
    .then(logout)
    .catch(() => {
      // The local session ends in any case; the server's session expires.
    })
    .then(() => {
      clearSession()
      forgetLinkSecrets()
      if (returns) goTo(path, presentPage())
      else goTo(path)
    })
    .finally(() => {
      ending = undefined
    })
  return ending
}

function presentPage(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}
