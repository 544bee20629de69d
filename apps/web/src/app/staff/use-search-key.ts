import { useEffect } from 'react'

/** Ctrl-K, or ⌘-K, anywhere: with the modifier it is no text. */
export function useSearchKey(onSearch: (() => void) | null) {
  useEffect(() => {
    if (!onSearch) return
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      onSearch?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onSearch])
}
