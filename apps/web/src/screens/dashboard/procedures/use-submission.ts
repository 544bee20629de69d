import { useRef, useState } from 'react'
import { newRequestKey } from '../../../api/member-requests.ts'
import type { Gathering } from '../documents/use-hand-in.ts'
import { useStayWhile } from '../documents/use-stay-while.ts'
import { type RequestToSend, submitRequest } from './submit-request.ts'

type Submission =
  | { phase: 'writing' }
  | { phase: 'sending'; percent: number }
  | { phase: 'failed'; error: unknown }
  | { phase: 'sent'; id: number }

/** The way of one request to the server, however many tries it takes. */
export function useSubmission({ handIn, keep, refuse }: Gathering) {
  const [submission, setSubmission] = useState<Submission>({ phase: 'writing' })
  const [key] = useState(newRequestKey)
  const isCreated = useRef(false)
  useStayWhile(submission.phase === 'sending')

  /** Whether the server has at least what was written. */
  async function submit(written: Omit<RequestToSend, 'places' | 'key'>): Promise<boolean> {
    const request = { ...written, places: handIn.places, key }
    const tell = (percent: number) => {
      isCreated.current ||= percent > 1
      setSubmission({ phase: 'sending', percent })
    }
    try {
      const id = await submitRequest(request, tell, { onKept: keep, onRefused: refuse })
      setSubmission({ phase: 'sent', id })
    } catch (error) {
      setSubmission({ phase: 'failed', error })
    }
    return isCreated.current
  }

  return { submission, submit }
}
