import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { refreshUser } from './refresh-user.ts'

/** On each page and when the tab becomes visible, since permissions can change at any time. */
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
