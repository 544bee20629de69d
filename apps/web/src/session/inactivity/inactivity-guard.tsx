import { INACTIVITY_WARNING_MS, SESSION_CHECK_MS } from '@carpeta/domain/session-rules'
import { lazy, Suspense, useEffect, useState } from 'react'
import { forceLogout } from '../end-session.ts'
import { timeLeft } from './inactivity.ts'

// Rarely seen, so its code comes only when it is due.
const InactivityDialog = lazy(async () => {
  const { InactivityDialog } = await import('./inactivity-dialog.tsx')
  return { default: InactivityDialog }
})

/** Compares clocks every 30 seconds and calls nothing: looking is not activity (design.md §5.13). */
export function InactivityGuard() {
  const [isNearEnd, setNearEnd] = useState(false)

  useEffect(() => {
    async function check() {
      const left = await timeLeft()
      if (left < 0) await forceLogout()
      else setNearEnd(left <= INACTIVITY_WARNING_MS)
    }
    // A laptop that wakes up has skipped its timers.
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
