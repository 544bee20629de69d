import { type Asked, createRequest, saveDraft, sendRequest } from '../../../api/member-requests.ts'
import type { Slot } from '../documents/upload-set.ts'
import { type UploadListener, uploadSlots } from '../documents/upload-slots.ts'

export interface RequestToSend {
  asked: Asked
  comment: string
  slots: Slot[]
  /** The same for every try of one request, so that none is created twice. */
  key: string
  /** Begun on another visit: what is created goes on from that draft, with its documents. */
  isContinued: boolean
}

export interface SubmissionListener extends Omit<UploadListener, 'onProgress'> {
  /** How far it is, from 1 to 100. */
  tell: (percent: number) => void
  /** All of it is there, and only has to be sent. */
  onArrived: () => void
}

/** Creates, uploads one by one, sends (spec §4). */
export async function submitRequest(
  { asked, comment, slots, key, isContinued }: RequestToSend,
  { tell, onArrived, ...uploads }: SubmissionListener,
): Promise<number> {
  tell(1)
  if (isContinued) await saveDraft(asked, comment)
  const id = await createRequest(asked, comment, key)
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
