import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether the media query matches; false while the page is prerendered. */
export function useMedia(query: string): boolean {
  const media = useMemo(
    () => (typeof window === 'undefined' ? null : window.matchMedia(query)),
    [query],
  )
  // With another function React would subscribe again at each rendering.
  const subscribe = useCallback(
    (listener: () => void) => {
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(
    subscribe,
    () => media?.matches ?? false,
    () => false,
  )
}
