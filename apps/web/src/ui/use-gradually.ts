import { startTransition, useEffect, useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** A browser on a busy machine may never be idle. */
const LATEST_MS = 1000

/**
 * How many of so many parts to render: one more each time the browser is idle, or at the latest after a second,
 * so that many parts never keep the page from answering. All of them for paper, and in browsers that do not tell
 * when they are idle.
 */
export function useGradually(total: number, first: number): number {
  const [rendered, setRendered] = useState(first)
  const isPrinting = usePrinting()
  const isAll = rendered >= total || typeof requestIdleCallback === 'undefined'

  useEffect(() => {
    if (isAll) return
    const renderNext = () => startTransition(() => setRendered(rendered + 1))
    const handle = requestIdleCallback(renderNext, { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [rendered, isAll])

  return isPrinting || isAll ? total : rendered
}
