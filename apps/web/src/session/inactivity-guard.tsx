import { INACTIVITY_WARNING_MS, nextSessionCheck } from '@carpeta/domain/access/session-rules'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../connection/lazy-part.ts'
import { forceLogout } from './end-session.ts'
import { timeLeft } from './inactivity.ts'

// Loaded on demand, since it is rarely shown.
const InactivityDialog = lazyPart(
  async () => (await import('./inactivity-dialog.tsx')).InactivityDialog,
)

/**
 * Checks the inactivity limit at least every 30 seconds. It makes no call, since a call would count
 * as activity.
 */
export function InactivityGuard() {
  const [isNearEnd, setNearEnd] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    async function check() {
      clearTimeout(timer)
      const left = await timeLeft()
      if (isOver) return
      if (left < 0) return forceLogout()
      setNearEnd(left <= INACTIVITY_WARNING_MS)
      timer = setTimeout(check, nextSessionCheck(left))
    }
    // A suspended laptop does not run timers.
    const onVisible = () => document.visibilityState === 'visible' && void check()
    document.addEventListener('visibilitychange', onVisible)
    void check()
    return () => {
      isOver = true
      clearTimeout(timer)
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
