import { useEffect, useRef } from 'react'

/** For the title of a detail, which is there once its row has arrived. */
export function useFocusOnArrival(isWanted = true) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only.
  useEffect(() => {
    if (isWanted) title.current?.focus({ preventScroll: true })
  }, [])
  return title
}
