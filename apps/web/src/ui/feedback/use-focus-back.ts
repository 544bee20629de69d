import { useEffect, useState } from 'react'

// What had the focus before each open dialog, the topmost one last. The first element opened the
// dialog; the others opened those below it, or those that it replaced.
const openers: (Element | null)[][] = []

/**
 * Returns the focus when the dialog unmounts, which Mantine does only when it closes. If the opener
 * is gone and nothing has the focus, the dialog below gets it, or else the page's content.
 */
export function useFocusBack() {
  const [own] = useState(() => [document.activeElement, ...(openers.at(-1) ?? [])])
  useEffect(() => {
    openers.push(own)
    return () => {
      openers.splice(openers.indexOf(own), 1)
      const below = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      const usable = own.filter((opener) => isUsable(opener, below))
      const isLost = document.activeElement === document.body
      const target =
        usable[0] === own[0] || isLost
          ? (usable[0] ?? below ?? document.querySelector('main'))
          : null
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [own])
}

function isUsable(opener: Element | null, below: Element = document.body): boolean {
  return (
    opener !== null && opener !== below && below.contains(opener) && !opener.matches(':disabled')
  )
}
