import { createContext, useContext, useEffect } from 'react'

/** Disables the other tabs while something is being sent. */
export const LeaveGuardContext = createContext<(isNeeded: boolean) => void>(() => {})

/** While needed, the browser asks before the page closes and the other tabs are disabled. */
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
