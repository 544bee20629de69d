import { useSyncExternalStore } from 'react'

/** Whether the media query matches; false while the page is prerendered. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
