import { createContext, useContext, useEffect } from 'react'

/** Told while something is being sent: whatever leads away from it is closed meanwhile. */
export const StayContext = createContext<(isNeeded: boolean) => void>(() => {})

/** The browser asks before the page is closed, and the other tabs wait. */
export function useStayWhile(isNeeded: boolean) {
  const tell = useContext(StayContext)
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    tell(true)
    return () => {
      window.removeEventListener('beforeunload', ask)
      tell(false)
    }
  }, [isNeeded, tell])
}
