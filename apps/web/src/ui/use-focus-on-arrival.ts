import { useEffect, useRef } from 'react'

/** For the title of a detail, which is there once its row has arrived. */
export function useFocusOnArrival() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}
