import { useSyncExternalStore } from 'react'

// What is typed stays in its field. The page is left only after the browser has asked.

let wasTyped = false

function remember() {
  wasTyped = true
}

/** Until the page is left. */
export function watchTyping(): () => void {
  document.addEventListener('input', remember)
  return () => {
    document.removeEventListener('input', remember)
    wasTyped = false
  }
}

/** Whether something was typed on the present page. */
export function hasTyped(): boolean {
  return wasTyped
}

export function useHasTyped(): boolean {
  return useSyncExternalStore(onTyping, hasTyped, () => false)
}

function onTyping(listener: () => void): () => void {
  document.addEventListener('input', listener)
  return () => document.removeEventListener('input', listener)
}
