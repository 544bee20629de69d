import { type Asked, createRequest, saveDraft, sendRequest } from '../../../api/member-requests.ts'
import type { Place } from '../documents/hand-in.ts'
import { type UploadListener, uploadPlaces } from '../documents/upload-places.ts'

export interface RequestToSend {
  asked: Asked
  comment: string
  places: Place[]
  /** The same for every try of one request, so that none is created twice. */
  key: string
  /** Begun on another visit: what is created goes on from that draft, with its documents. */
  isContinued: boolean
}

/** Creates, uploads one by one, sends (spec §4); tells how far it is, from 1 to 100. */
export async function submitRequest(
  { asked, comment, places, key, isContinued }: RequestToSend,
  tell: (percent: number) => void,
  uploads: Omit<UploadListener, 'onProgress'>,
): Promise<number> {
  tell(1)
  if (isContinued) await saveDraft(asked, comment)
  const id = await createRequest(asked, comment, key)
  tell(10)
  await uploadPlaces(id, places, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  tell(90)
  await sendRequest(id)
  tell(100)
  return id
}
