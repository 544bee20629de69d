import { INACTIVITY_WARNING_MS, SESSION_CHECK_MS } from '@carpeta/domain/access/session-rules'
import { lazy, Suspense, useEffect, useState } from 'react'
import { forceLogout } from '../end-session.ts'
import { timeLeft } from './inactivity.ts'

// Loaded on demand, since it is rarely shown.
const InactivityDialog = lazy(async () => {
  const { InactivityDialog } = await import('./inactivity-dialog.tsx')
  return { default: InactivityDialog }
})

/**
 * Checks the inactivity limit every 30 seconds. It makes no call, since a call would count as
 * activity.
 */
export function InactivityGuard() {
  const [isNearEnd, setNearEnd] = useState(false)

  useEffect(() => {
    async function check() {
      const left = await timeLeft()
      if (left < 0) await forceLogout()
      else setNearEnd(left <= INACTIVITY_WARNING_MS)
    }
    // A suspended laptop does not run timers.
    const onVisible = () => document.visibilityState === 'visible' && void check()
    const timer = setInterval(check, SESSION_CHECK_MS)
    document.addEventListener('visibilitychange', onVisible)
    void check()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  if (!isNearEnd) return null
  return (
    <Suspense>
      <InactivityDialog onClose={() => setNearEnd(false)} />
    </Suspense>
  )
}
