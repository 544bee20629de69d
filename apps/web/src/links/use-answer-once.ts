import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { useEffect, useRef, useState } from 'react'

export type Outcome<T> =
  | { status: 'waiting' }
  | { status: 'answered'; answer: T }
  | { status: 'failed'; error: Error }

/** Asks once on mount, although React may run the effect twice, and again on `retry`. */
export function useAnswerOnce<T>(ask: () => Promise<T>) {
  const [outcome, setOutcome] = useState<Outcome<T>>({ status: 'waiting' })
  const isAsked = useRef(false)

  async function retry() {
    setOutcome({ status: 'waiting' })
    try {
      setOutcome({ status: 'answered', answer: await ask() })
    } catch (error) {
      setOutcome({
        status: 'failed',
        error: error instanceof Error ? error : new Error(unknownErrorMessage),
      })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void retry()
  }, [])

  return { outcome, retry: () => void retry() }
}
