import {
  createRequest,
  type RequestTarget,
  saveDraft,
  sendRequest,
} from '../../../api/member-requests.ts'
import type { Slot } from '../documents/upload-set.ts'
import { type UploadListener, uploadSlots } from '../documents/upload-slots.ts'

export interface RequestToSend {
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
export async function submitRequest(
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
