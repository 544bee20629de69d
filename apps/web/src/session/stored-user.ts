import type { SignedInUser, User } from '@carpeta/contract/auth'
import { deviceStorage, tabStorage } from '../ui/browser-storage.ts'
import { readUser } from './read-user.ts'

const USER = 'user'
const LAST_ACTION = 'last_action'

/** All that a logout removes from both storages of the browser, by whatever module it was written. */
const CLEARED =
  /^(user|last_action|visited|before_view|only_pending_\d+|react-router-scroll-positions)$/

const listeners = new Set<() => void>()
let text: string | null = null
let parsed: SignedInUser | null = null

/** Reads the browser's storage on each call. Returns the same object while unchanged. */
export function storedUser(): SignedInUser | null {
  const found = deviceStorage.get(USER)
  if (found !== text) {
    text = found
    parsed = readUser(parse(found))
  }
  return parsed
}

export function storeUser(user: SignedInUser | null) {
  if (user) deviceStorage.set(USER, JSON.stringify(user))
  else deviceStorage.remove(USER)
  announceStoredUser()
}

/** The user's own account has changed. What the answer of that call does not say stays. */
export function storeOwnAccount(account: User) {
  const { extended } = storedUser() ?? {}
  storeUser({ ...account, ...(extended && { extended }) })
}

/** Removes only our own entries. Listeners are not notified, since the caller navigates away. */
export function clearSession() {
  for (const storage of [deviceStorage, tabStorage]) {
    for (const name of storage.names()) if (CLEARED.test(name)) storage.remove(name)
  }
}

/** The beginning of the names under which a tab keeps the secrets of emails' links, for a reload. */
export const LINK_SECRET = 'link_secret:'

/** After a link was used, and whenever the tab may pass to somebody else. */
export function forgetLinkSecrets() {
  for (const name of tabStorage.names()) if (name.startsWith(LINK_SECRET)) tabStorage.remove(name)
}

export function lastAction(): number {
  return Number(deviceStorage.get(LAST_ACTION)) || 0
}

export function touchLastAction() {
  deviceStorage.set(LAST_ACTION, String(Date.now()))
}

export function announceStoredUser() {
  for (const listener of listeners) listener()
}

/** Also called after a login or logout in another tab, or while the browser kept this page for Back. */
export function onStoredUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === USER || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', listener)
  }
}

function parse(json: string | null): unknown {
  try {
    return json ? JSON.parse(json) : null
  } catch {
    return null
  }
}

/** The page of what the account must do before anything else. The server refuses other calls. */
export function pendingStep(user: User | null | undefined): string | undefined {
  if (user?.must_change_password) return '/change-password'
  return user?.must_enroll_second_factor && '/second-factor'
}
