import { createContext, useContext, useEffect } from 'react'

/** Message while something is being sent: whatever leads away from it is closed meanwhile. */
export const LeaveGuardContext = createContext<(isNeeded: boolean) => void>(() => {})

/** The browser asks before the page is closed, and the other tabs wait. */
export function useLeaveGuard(isNeeded: boolean) {
  const tell = useContext(LeaveGuardContext)
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
