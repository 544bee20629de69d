import { useEffect, useRef, useState } from 'react'

type Close = () => void

// The dialogs that are open, the last one on top of the others.
const open: { current: Close }[] = []

// Before a tooltip within the dialog takes it for itself.
const EARLY = { capture: true }

function closeTopmost(event: KeyboardEvent) {
  if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.current()
}

/**
 * Escape is for the topmost dialog alone: Mantine would tell every one that is open.
 * @returns whether another one stands below.
 */
export function useEscape(onEscape: Close): boolean {
  const [isNested] = useState(() => open.length > 0)
  const close = useRef(onEscape)
  useEffect(() => {
    close.current = onEscape
  })
  useEffect(() => {
    if (open.length === 0) window.addEventListener('keydown', closeTopmost, EARLY)
    open.push(close)
    return () => {
      open.splice(open.indexOf(close), 1)
      if (open.length === 0) window.removeEventListener('keydown', closeTopmost, EARLY)
    }
  }, [])
  return isNested
}
