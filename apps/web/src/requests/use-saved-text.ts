import { useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'
import { forgetKept, keepHere, keptHere, keptName } from './saved-text.ts'

/**
 * What is being written about a request, kept until '' takes its place.
 * @param what is written, such as `reply:12`.
 */
export function useKeptText(what: string): [text: string, setText: (text: string) => void] {
  const name = keptName(useStoredUser(), what)
  const [text, setText] = useState(() => keptHere(name) ?? '')

  function keep(next: string) {
    setText(next)
    if (next === '') forgetKept(name)
    else keepHere(name, next)
  }

  return [text, keep]
}
