import { useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'

/**
 * What is being written about a request, kept in this tab until '' takes its place: a step back, a
 * reload or the end of the session must not cost it. It is its writer's alone, whoever comes after
 * him at the same desk.
 * @param name of what is written, such as `reply:12`.
 */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const key = `${useStoredUser()?.id ?? ''}:${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')

  function keep(next: string) {
    setText(next)
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  }

  return [text, keep]
}
