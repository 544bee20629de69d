import { useEffect, useRef } from 'react'

/** For the title of a detail: the route does not change, so focus and scroll position are set here. */
export function useFocusOnArrival() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    title.current?.focus({ preventScroll: true })
  }, [])
  return title
}
