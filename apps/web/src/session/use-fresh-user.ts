import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { refreshUser } from './refresh-user.ts'

/** On each page, and when one comes back to it: what staff may do can change at any time. */
export function useFreshUser() {
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for.
  useEffect(() => void refreshUser(), [pathname])

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void refreshUser()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
