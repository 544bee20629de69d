import { useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'
import { deleteSavedText, readSavedText, savedTextKey, saveText } from './saved-text.ts'

/**
 * The unsent text about a request, deleted from storage when it is empty.
 * @param what the kind and id of the text, such as `reply:12`.
 */
export function useSavedText(what: string): [text: string, setText: (text: string) => void] {
  const name = savedTextKey(useStoredUser(), what)
  const [text, setText] = useState(() => readSavedText(name) ?? '')

  function change(next: string) {
    setText(next)
    if (next === '') deleteSavedText(name)
    else saveText(name, next)
  }

  return [text, change]
}
