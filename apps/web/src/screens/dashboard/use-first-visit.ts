import { useLayoutEffect, useState } from 'react'

const VISITED = 'visited'

/** Whether this tab opens a dashboard for the first time. */
export function useFirstVisit(isKnown: boolean): boolean {
  const [isFirst, setFirst] = useState(false)
  useLayoutEffect(() => {
    if (!isKnown || sessionStorage.getItem(VISITED) !== null) return
    sessionStorage.setItem(VISITED, '1')
    setFirst(true)
  }, [isKnown])
  return isFirst
}
