import { useEffect, useRef } from 'react'

/** Returns a signal that is aborted when the component unmounts. */
export function useAbortOnUnmount(): () => AbortSignal {
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])
  return () => {
    latest.current = new AbortController()
    return latest.current.signal
  }
}
