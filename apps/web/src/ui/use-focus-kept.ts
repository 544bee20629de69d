import { type FocusEvent, useEffect, useRef } from 'react'

const removals = '[data-removes]'

/**
 * Keeps the focus in a part of the page whose controls come and go. When the focused one has left, the
 * element of the selector that is now at its place gets the focus, or the last one, or else the first
 * button of the part. Spread the result on the part, and mark the buttons that remove with `data-removes`.
 */
export function useFocusKept<Part extends HTMLElement>(selector = removals) {
  const ref = useRef<Part>(null)
  const focused = useRef<{ control: Element; place: number }>(undefined)

  useEffect(() => {
    if (!focused.current || focused.current.control.isConnected) return
    if (document.activeElement !== document.body) return
    const found = [...(ref.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const next =
      found[focused.current.place] ?? found.at(-1) ?? ref.current?.querySelector('button')
    // A title has the focus for screen readers only.
    next?.focus({ preventScroll: next.tabIndex < 0 })
  })

  function onFocus({ target: control, currentTarget }: FocusEvent<Part>) {
    const place = [...currentTarget.querySelectorAll(selector)].indexOf(control)
    focused.current = { control, place: Math.max(place, 0) }
  }

  return { ref, onFocus }
}
