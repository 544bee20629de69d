import { type RefObject, useEffect, useRef } from 'react'

/** Focuses and scrolls to a part of a tab when it opens or closes. */
export function useArrival<Part extends HTMLElement>(shown: string | null): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(shown)

  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }, [shown])

  return part
}
