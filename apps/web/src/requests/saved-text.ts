import type { User } from '@carpeta/contract/auth'
import { useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'
import { tabStorage } from '../ui/browser-storage.ts'

// Unsent text is saved in this tab, so that Back, a reload or the end of the session does not lose
// it. The key contains the user's id: another user of the same tab does not see it.

/** @param what the kind and id of the text, such as `reply:12`. */
export function savedTextKey(user: User | null | undefined, what: string): string {
  return `${user?.id ?? ''}:${what}`
}

/**
 * The unsent text about a request, deleted from storage when it is empty.
 * @param what the kind and id of the text, such as `reply:12`.
 */
export function useSavedText(what: string): [text: string, setText: (text: string) => void] {
  const name = savedTextKey(useStoredUser(), what)
  const [text, setText] = useState(() => tabStorage.get(name) ?? '')

  function change(next: string) {
    setText(next)
    if (next === '') tabStorage.remove(name)
    else tabStorage.set(name, next)
  }

  return [text, change]
}
