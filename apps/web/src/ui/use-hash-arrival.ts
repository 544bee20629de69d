import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Leads to the part that the hash names, and opens it where it is folded. The browser looks for it
 * before the page is rendered.
 */
export function useHashArrival(isThere = true) {
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    const part = isThere ? document.getElementById(idIn(hash)) : null
    if (!part) return
    const fold = part.querySelector<HTMLDetailsElement>(':scope > details')
    if (fold) fold.open = true
    const target = fold?.querySelector('summary') ?? part
    target.focus({ preventScroll: true })
    part.scrollIntoView({ block: 'start' })
  }, [isThere, hash, key])
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
