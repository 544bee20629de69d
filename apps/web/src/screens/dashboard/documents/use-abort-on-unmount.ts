import { useEffect, useRef } from 'react'

/** A signal for what is begun now, aborted once its form is gone: nothing goes on unseen. */
export function useAbortOnUnmount(): () => AbortSignal {
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])
  return () => {
    latest.current = new AbortController()
    return latest.current.signal
  }
}
