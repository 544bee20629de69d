import { useLayoutEffect, useState } from 'react'

/** Whether this account opens its dashboard for the first time on this device. */
export function useFirstVisit(userId: number | undefined): boolean {
  const key = userId === undefined ? null : `visited_${userId}`
  const [isFirst, setFirst] = useState(false)
  useLayoutEffect(() => {
    if (key === null || localStorage.getItem(key) !== null) return
    localStorage.setItem(key, '1')
    setFirst(true)
  }, [key])
  return isFirst
}
