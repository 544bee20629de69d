import { useRef, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { newIdempotencyKey } from '../../../api/member-requests.ts'
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
  /** The server has at least the text. */
  isOnServer: boolean
  /** All documents were uploaded, but the server found the request incomplete. */
  wasRefused: boolean
}

/** Submits one request, in as many attempts as needed. */
export function useSubmission(uploads: Uploads) {
  const { keepsFiles, settled, markStored, markUploaded, markRejected } = uploads
  const [submission, setSubmission] = useState<Submission>({ phase: 'writing' })
  const [key] = useState(newIdempotencyKey)
  const isCreated = useRef(false)
  const begin = useAbortOnUnmount()
  useLeaveGuard(submission.phase === 'sending')

  /** @param ready resolves when the submission can start; the buttons are disabled meanwhile. */
  async function submit(
    written: Omit<RequestToSend, 'readSlots' | 'key'>,
    ready: Promise<void>,
  ): Promise<Tried> {
    const request = { ...written, readSlots: settled, key: keepsFiles ? key : null }
    let hasArrived = false
    const tell = (percent: number) => {
      isCreated.current ||= percent > 1
      setSubmission({ phase: 'sending', percent })
    }
    const onArrived = () => {
      hasArrived = true
    }
    const listener = {
      tell,
      onArrived,
      onStored: markStored,
      onUploaded: markUploaded,
      onRefused: markRejected,
      signal: begin(),
    }
    tell(1)
    try {
      await ready
      setSubmission({ phase: 'sent', id: await submitRequest(request, listener) })
      return { isOnServer: true, wasRefused: false }
    } catch (error) {
      setSubmission({ phase: 'failed', error })
      const isRefusal = error instanceof ApiError && error.status === 400
      return { isOnServer: keepsFiles && isCreated.current, wasRefused: hasArrived && isRefusal }
    }
  }

  return {
    submission,
    submit,
    /** Clears the error after the user changed a file. */
    clearFailure: () =>
      setSubmission((now) => (now.phase === 'failed' ? { phase: 'writing' } : now)),
  }
}
