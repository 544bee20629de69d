import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Close = () => void

// The open dialogs, the topmost one last.
const open: { current: Close }[] = []

// Before a tooltip inside the dialog handles the key.
const EARLY = { capture: true }

function closeTopmost(event: KeyboardEvent) {
  if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.current()
}

/**
 * Closes only the topmost dialog; Mantine would close all of them.
 * @returns whether another dialog is open below.
 */
export function useEscape(onEscape: Close): boolean {
  const [isNested, setNested] = useState(() => open.length > 0)
  const close = useRef(onEscape)
  useEffect(() => {
    close.current = onEscape
  })
  useLayoutEffect(() => {
    // A dialog that this one replaces is gone by now.
    setNested(open.length > 0)
    if (open.length === 0) window.addEventListener('keydown', closeTopmost, EARLY)
    open.push(close)
    return () => {
      open.splice(open.indexOf(close), 1)
      if (open.length === 0) window.removeEventListener('keydown', closeTopmost, EARLY)
    }
  }, [])
  return isNested
}
