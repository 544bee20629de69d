import { ApiError } from '../../../api/client/api-error.ts'
import { uploadDocument } from '../../../api/member-requests.ts'
import { isChosen, type Slot, type UploadedDocument } from './upload-set.ts'

export interface UploadListener {
  /** The uploaded share of all files, from 0 to 1. */
  onProgress: (share: number) => void
  /** The server has the document, so a retry skips it. */
  onUploaded: (position: number, document: UploadedDocument) => void
  onRefused: (position: number) => void
  /** Aborted when the form unmounts. */
  signal: AbortSignal
}

/** Uploads the files one by one and skips uploaded documents, so that a retry resumes. */
export async function uploadSlots(
  requestId: number,
  slots: Slot[],
  { onProgress, onUploaded, onRefused, signal }: UploadListener,
): Promise<void> {
  const waiting = slots.flatMap(({ position, content }) =>
    isChosen(content) ? [{ position, file: content }] : [],
  )
  const total = waiting.reduce((sum, { file }) => sum + file.size, 0)
  let sent = 0
  for (const { position, file } of waiting) {
    const tell = (share: number) => onProgress((sent + share * file.size) / total)
    try {
      signal.throwIfAborted()
      onUploaded(position, await uploadDocument(requestId, { file, position }, tell, signal))
    } catch (error) {
      if (isRefusal(error)) onRefused(position)
      throw error
    }
    sent += file.size
  }
  signal.throwIfAborted()
}

/** The server rejects the file itself, so a retry would fail again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 415, 422].includes(error.status)
}
