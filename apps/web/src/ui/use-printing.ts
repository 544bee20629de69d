import { useSyncExternalStore } from 'react'

const PRINT = 'print'

let isPrinting = false

/** Whether the page is printed now: what is not on the screen has to be rendered for paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, printing, () => false)
}

function printing(): boolean {
  return isPrinting || window.matchMedia(PRINT).matches
}

/** React renders it before the browser goes on. */
function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(PRINT)
  const before = () => {
    isPrinting = true
    listener()
  }
  const after = () => {
    isPrinting = false
    listener()
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  media.addEventListener('change', listener)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    media.removeEventListener('change', listener)
  }
}
