import { useRef } from 'react'
import { beginDraft, type RequestTarget } from '../../../api/member-requests.ts'

/** Begins the draft when the first file is chosen, once. @returns how; resolves to the draft's id */
export function useBegunDraft(target: RequestTarget, comment: string) {
  const begun = useRef<Promise<number | null>>(undefined)
  return (): Promise<number | null> => {
    begun.current ??= beginDraft(target, comment).then(
      ({ id }) => id,
      (error) => {
        begun.current = undefined
        throw error
      },
    )
    return begun.current
  }
}
