import type { User } from '@carpeta/contract/auth'

// What somebody is writing, kept in this tab: a step back, a reload or the end of the session must
// not cost it. It is its writer's alone, whoever comes after him at the same desk.

/** @param what is written, such as `reply:12`. */
export function savedTextKey(user: User | null | undefined, what: string): string {
  return `${user?.id ?? ''}:${what}`
}

/** Null where nothing is kept: also '' may have been written. */
export function readSavedText(name: string): string | null {
  return sessionStorage.getItem(name)
}

export function saveText(name: string, text: string) {
  sessionStorage.setItem(name, text)
}

export function deleteSavedText(name: string) {
  sessionStorage.removeItem(name)
}
