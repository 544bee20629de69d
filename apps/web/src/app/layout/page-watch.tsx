import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '../../ui/display/visually-hidden.ts'
import { ConnectionBar } from './connection-bar.tsx'

/** What every page needs, and the login page has no room for. */
export function PageWatch() {
  return (
    <>
      <VisuallyHidden role="status">{useNewTitle()}</VisuallyHidden>
      <ConnectionBar />
    </>
  )
}

/** The title of the document once it has changed, for screen readers. */
function useNewTitle(): string {
  const location = useLocation()
  const shown = useRef(document.title)
  const [title, setTitle] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address.
  useEffect(() => {
    if (shown.current === document.title) return
    shown.current = document.title
    setTitle(document.title)
  }, [location])

  return title
}
