import { useRef, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import {
  beginDraft,
  createRequest,
  newIdempotencyKey,
  type RequestTarget,
  saveDraft,
  sendRequest,
} from '../../api/member-requests.ts'
import { useAbortOnUnmount, useLeaveGuard } from './hooks.ts'
import type { Slot } from './upload-set.ts'
import { type UploadListener, uploadSlots } from './upload-slots.ts'
import type { Uploads } from './use-upload-set.ts'

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

interface RequestToSend {
  target: RequestTarget
  comment: string
  /** Resolves to the slots once no file is on its way. */
  readSlots: () => Promise<Slot[]>
  /** The same for every attempt, so that the request is created once; null where each attempt is a new one. */
  key: string | null
  /** The draft is from another visit: the request continues it with its documents. */
  isContinued: boolean
}

interface SubmissionListener extends Omit<UploadListener, 'onProgress'> {
  /** The progress, from 1 to 100. */
  tell: (percent: number) => void
  /** All documents are uploaded and the request can be sent. */
  onArrived: () => void
}

/** Creates the request, uploads its documents and sends it. */
async function submitRequest(
  { target, comment, readSlots, key, isContinued }: RequestToSend,
  { tell, onArrived, ...uploads }: SubmissionListener,
): Promise<number> {
  tell(1)
  const slots = await readSlots()
  if (isContinued) await saveDraft(target, comment)
  const id = await createRequest(target, comment, key)
  tell(10)
  await uploadSlots(id, slots, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  onArrived()
  tell(90)
  await sendRequest(id)
  tell(100)
  return id
}

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
