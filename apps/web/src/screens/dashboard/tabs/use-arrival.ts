import { type RefObject, useEffect, useRef } from 'react'

/** Whatever opens or closes inside a tab comes into sight, for the eye and for the screen reader. */
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
