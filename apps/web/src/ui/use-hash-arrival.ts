import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the part that the hash names. The browser looks for it before the page is rendered.
 */
export function useHashArrival(part: RefObject<HTMLElement | null>, isThere: boolean) {
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    const target = part.current
    if (!isThere || !target || hash !== `#${target.id}`) return
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'start' })
  }, [part, isThere, hash, key])
}
