import { useLayoutEffect, useState } from 'react'

const VISITED = 'visited'

/**
 * Whether a dashboard is opened for the first time since the login. In the storage that the session is in:
 * the first access to the other one waits for the browser's main process.
 */
export function useFirstVisit(isKnown: boolean): boolean {
  const [isFirst, setFirst] = useState(false)
  useLayoutEffect(() => {
    if (!isKnown || localStorage.getItem(VISITED) !== null) return
    localStorage.setItem(VISITED, '1')
    setFirst(true)
  }, [isKnown])
  return isFirst
}
