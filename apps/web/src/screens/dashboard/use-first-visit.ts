import { useLayoutEffect, useState } from 'react'

/** Stays after a logout: it tells nothing of who used the device. */
const VISITED = 'visited'

/** Whether somebody opens a dashboard for the first time on this device. */
export function useFirstVisit(isKnown: boolean): boolean {
  const [isFirst, setFirst] = useState(false)
  useLayoutEffect(() => {
    if (!isKnown || localStorage.getItem(VISITED) !== null) return
    localStorage.setItem(VISITED, '1')
    setFirst(true)
  }, [isKnown])
  return isFirst
}
