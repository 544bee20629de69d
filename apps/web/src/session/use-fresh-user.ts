import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { refreshUser } from './refresh-user.ts'

/** Refreshes the user on each page and when the tab becomes visible. */
export function useFreshUser() {
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page.
  useEffect(() => void refreshUser(), [pathname])

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void refreshUser()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
