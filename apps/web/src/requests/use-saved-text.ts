import { useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'
import { deleteSavedText, readSavedText, savedTextKey, saveText } from './saved-text.ts'

/**
 * What is being written about a request, kept until '' takes its place.
 * @param what is written, such as `reply:12`.
 */
export function useSavedText(what: string): [text: string, setText: (text: string) => void] {
  const name = savedTextKey(useStoredUser(), what)
  const [text, setText] = useState(() => readSavedText(name) ?? '')

  function keep(next: string) {
    setText(next)
    if (next === '') deleteSavedText(name)
    else saveText(name, next)
  }

  return [text, keep]
}
