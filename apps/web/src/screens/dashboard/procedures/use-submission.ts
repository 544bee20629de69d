import { useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { newRequestKey } from '../../../api/member-requests.ts'
import { useAbortOnUnmount } from '../documents/use-abort-on-unmount.ts'
import { useLeaveGuard } from '../documents/use-leave-guard.ts'
import type { Uploads } from '../documents/use-upload-set.ts'
import { type RequestToSend, submitRequest } from './submit-request.ts'

type Submission =
  | { phase: 'writing' }
  | { phase: 'sending'; percent: number }
  | { phase: 'failed'; error: unknown }
  | { phase: 'sent'; id: number }

interface Tried {
  /** Whether the server has at least what was written. */
  isOnServer: boolean
  /** All of it had arrived, and yet something was missing. */
  wasRefused: boolean
}

/** The way of one request to the server, however many tries it takes. */
export function useSubmission({ uploadSet, keep, refuse }: Uploads) {
  const [submission, setSubmission] = useState<Submission>({ phase: 'writing' })
  const [key] = useState(newRequestKey)
  const isCreated = useRef(false)
  const begin = useAbortOnUnmount()
  useLeaveGuard(submission.phase === 'sending')

  /** @param ready what has to come to its end before; nothing can be pressed meanwhile. */
  async function submit(
    written: Omit<RequestToSend, 'slots' | 'key'>,
    ready: Promise<void>,
  ): Promise<Tried> {
    const request = { ...written, slots: uploadSet.slots, key }
    let hasArrived = false
    const tell = (percent: number) => {
      isCreated.current ||= percent > 1
      setSubmission({ phase: 'sending', percent })
    }
    const onArrived = () => {
      hasArrived = true
    }
    const listener = { tell, onArrived, onUploaded: keep, onRefused: refuse, signal: begin() }
    tell(1)
    try {
      await ready
      setSubmission({ phase: 'sent', id: await submitRequest(request, listener) })
      return { isOnServer: true, wasRefused: false }
    } catch (error) {
      setSubmission({ phase: 'failed', error })
      const isRefusal = error instanceof ApiError && error.status === 400
      return { isOnServer: isCreated.current, wasRefused: hasArrived && isRefusal }
    }
  }

  return {
    submission,
    submit,
    /** What was refused was exchanged for something else. */
    clearFailure: () =>
      setSubmission((now) => (now.phase === 'failed' ? { phase: 'writing' } : now)),
  }
}
