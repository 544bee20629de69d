import { type RefObject, useEffect } from 'react'

/** What a person does to move on. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Ends 40 px above the part (`scroll-padding-top` in styles/base.css), and stays there while what
 * stands above it appears or disappears, until the user moves on.
 */
export function useScrollTo(part: RefObject<HTMLElement | null>, isDue: boolean) {
  useEffect(() => {
    if (!isDue) return
    let isUnderWay = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const scroll = () =>
      part.current?.scrollIntoView({ behavior: isUnderWay ? 'smooth' : 'auto', block: 'start' })
    const arrive = () => {
      isUnderWay = false
    }
    scroll()
    // A smooth scroll does not follow its target, and not every browser keeps the place afterwards.
    const resizes = new ResizeObserver(scroll)
    resizes.observe(document.body)
    const stop = () => {
      resizes.disconnect()
      window.removeEventListener('scrollend', arrive)
      for (const move of moves) window.removeEventListener(move, stop)
    }
    window.addEventListener('scrollend', arrive)
    for (const move of moves) window.addEventListener(move, stop, { passive: true })
    return stop
  }, [part, isDue])
}
