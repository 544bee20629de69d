import { ApiError } from '../../api/client/api-error.ts'
import { removeDocument, uploadDocument } from '../../api/member-requests.ts'
import {
  addSlotFile,
  arrangeSlotFiles,
  joinSlotFiles,
  listSlotFiles,
} from '../../api/slot-files.ts'
import { isSettled, type Slot, type SlotFile, type UploadedDocument } from './upload-set.ts'

export interface UploadListener {
  /** The uploaded share of all files, from 0 to 1. */
  onProgress: (share: number) => void
  /** The server keeps the file, so a retry skips it. */
  onStored: (key: string, id: number) => void
  /** The request has the document, so a retry skips it. */
  onUploaded: (position: number, document: UploadedDocument) => void
  onRefused: (key: string, reason: string) => void
  /** The server no longer has the file. */
  onGone: (key: string) => void
  /** Aborted when the form unmounts. */
  signal: AbortSignal
}

/**
 * Uploads the files one by one and makes one document of each slot. Skips what the server has, so that
 * a retry resumes.
 */
export async function uploadSlots(
  requestId: number,
  slots: Slot[],
  { onProgress, onStored, onUploaded, onRefused, onGone, signal }: UploadListener,
): Promise<void> {
  const open = slots.filter((slot) => slot.files.length > 0 && !isSettled(slot))
  const total = open.flatMap(({ files }) => files.filter(isWaiting)).reduce(addSize, 0)
  /** The files that the server keeps of each slot, as the form has them. */
  const kept = new Map(
    open.map(({ position, files }) => [position, files.flatMap(({ storedId }) => storedId ?? [])]),
  )
  let sent = 0

  async function upload<Answer>(
    { key, file, size }: SlotFile,
    call: (file: File, tell: (share: number) => void) => Promise<Answer>,
  ): Promise<Answer> {
    if (!file) throw new Error('a file of an earlier visit is uploaded again')
    signal.throwIfAborted()
    try {
      const answer = await call(file, (share) => onProgress((sent + share * size) / total))
      sent += size
      return answer
    } catch (error) {
      if (isRefusal(error)) onRefused(key, error.message)
      throw error
    }
  }

  async function keep(file: SlotFile, position: number): Promise<number> {
    const { id } = await upload(file, (file, tell) =>
      addSlotFile(requestId, { file, position }, tell, signal),
    )
    return id
  }

  /**
   * Removes what the server kept of uploads whose answer was lost, and moves files to their slots when an
   * earlier try failed. @returns the files that the server has
   */
  async function putInPlace(): Promise<number[]> {
    const placeOf = new Map([...kept].flatMap(([at, ids]) => ids.map((id) => [id, at])))
    const stored = await listSlotFiles(requestId, signal)
    const wanted = stored.filter(({ id }) => placeOf.has(id))
    for (const file of stored) {
      if (kept.has(file.position) && !wanted.includes(file)) await removeDocument(file.id)
    }
    if (wanted.some(({ id, position }) => placeOf.get(id) !== position)) {
      await arrangeSlotFiles(
        requestId,
        [...kept].map(([position, file_ids]) => ({ position, file_ids })),
      )
    }
    return wanted.map(({ id }) => id)
  }

  async function join({ position, files }: Slot): Promise<void> {
    const ids: number[] = []
    for (const each of files) {
      const id = each.storedId ?? (await keep(each, position))
      onStored(each.key, id)
      ids.push(id)
    }
    kept.set(position, ids)
    signal.throwIfAborted()
    const stored = await putInPlace()
    try {
      onUploaded(position, await joinSlotFiles(requestId, position, ids, signal))
    } catch (error) {
      const isChanged = error instanceof ApiError && [400, 409].includes(error.status)
      const gone = files.filter((_, place) => !stored.includes(ids[place] ?? 0))
      if (isChanged) for (const { key } of gone) onGone(key)
      throw error
    }
    kept.delete(position)
  }

  for (const slot of open) {
    const { position, files } = slot
    const [only, ...others] = files
    if (only && others.length === 0 && isWaiting(only)) {
      const document = await upload(only, (file, tell) =>
        uploadDocument(requestId, { file, position }, tell, signal),
      )
      if (document) onUploaded(position, document)
    } else {
      await join(slot)
    }
  }
  signal.throwIfAborted()
}

function isWaiting({ storedId }: SlotFile): boolean {
  return storedId === null
}

function addSize(sum: number, { size }: SlotFile): number {
  return sum + size
}

/** The server rejects the file itself, so a retry would fail again. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 413, 415, 422].includes(error.status)
}
