import { useEffect, useState } from 'react'

const VISITED = 'visited'

/** Whether this tab opens a dashboard for the first time. */
export function useFirstVisit(): boolean {
  const [isFirst] = useState(() => sessionStorage.getItem(VISITED) === null)
  useEffect(() => sessionStorage.setItem(VISITED, '1'), [])
  return isFirst
}
