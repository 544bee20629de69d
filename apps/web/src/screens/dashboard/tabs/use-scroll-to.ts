import { type RefObject, useEffect } from 'react'

/** Ends 40 px above the part: `scroll-padding-top` in styles/base.css. */
export function useScrollTo(part: RefObject<HTMLElement | null>, isDue: boolean) {
  useEffect(() => {
    if (!isDue) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    part.current?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
  }, [part, isDue])
}
