import type { WireDocument } from '@carpeta/contract/requests/request-schemas'
import {
  documentErrors,
  documentMessages,
  isAcceptedFile,
  isFileTooLarge,
} from '@carpeta/domain/requests/document-rules'

/** A document that the server has. */
export type UploadedDocument = Pick<WireDocument, 'id' | 'name' | 'size'>

/** The slot of one required document. */
export interface Slot {
  /** The document's position in the procedure, as the server numbers it. */
  position: number
  title: string
  /** Why the previous document was rejected. */
  reason: string
  /** Empty, a chosen file, or an uploaded document. */
  content: File | UploadedDocument | null
  /** The file was assigned by its order among several. */
  isGuess: boolean
  /** The server rejected the file. */
  isRefused: boolean
}

export function buildSlot(position: number, title: string, more: Partial<Slot> = {}): Slot {
  return { position, title, reason: '', content: null, isGuess: false, isRefused: false, ...more }
}

/** The files of a request before it is sent. */
export interface UploadSet {
  slots: Slot[]
  /** Files beyond the required number. */
  surplus: File[]
}

export function isChosen(content: Slot['content']): content is File {
  return content instanceof File
}

export function isUploaded(content: Slot['content']): content is UploadedDocument {
  return content !== null && !isChosen(content)
}

/** Fills the slot at `at` first, then the following empty ones. */
export function addFiles({ slots, surplus }: UploadSet, files: File[], at: number): UploadSet {
  const left = [...files]
  const isGuess = files.length > 1
  const fromHere = [...slots].sort((a, b) => turn(a, at) - turn(b, at))
  const filled = new Map<number, File>()
  for (const { position, content } of fromHere) {
    const file = content === null ? left.shift() : undefined
    if (file) filled.set(position, file)
  }
  return {
    slots: slots.map((slot) => {
      const file = filled.get(slot.position)
      return file ? { ...slot, content: file, isGuess, isRefused: false } : slot
    }),
    surplus: [...surplus, ...left],
  }
}

/** Sorts the slots from `at` on first, then those before it. */
function turn({ position }: Slot, at: number): number {
  return position >= at ? position - at : position + Number.MAX_SAFE_INTEGER / 2
}

/** Clears the slot, or fills it with the first surplus file. */
export function clearSlot({ slots, surplus }: UploadSet, at: number): UploadSet {
  const [first, ...others] = surplus
  return { slots: fillSlot(slots, at, first ?? null), surplus: others }
}

export function removeSurplus({ slots, surplus }: UploadSet, file: File): UploadSet {
  return { slots, surplus: surplus.filter((each) => each !== file) }
}

/** Swaps the content of two slots. */
export function swapSlots({ slots, surplus }: UploadSet, from: number, to: number): UploadSet {
  const contentAt = (at: number) => {
    const slot = slots.find(({ position }) => position === at)
    return { content: slot?.content ?? null, isGuess: slot?.isGuess ?? false, isRefused: false }
  }
  const contents = new Map([
    [from, contentAt(to)],
    [to, contentAt(from)],
  ])
  return {
    slots: slots.map((slot) => ({ ...slot, ...contents.get(slot.position) })),
    surplus,
  }
}

export function fillSlot(slots: Slot[], at: number, content: Slot['content']): Slot[] {
  return slots.map((slot) => (slot.position === at ? { ...slot, content, isRefused: false } : slot))
}

/** The error of a single file. */
export function fileError(file: File): string | null {
  if (!isAcceptedFile(file.name)) return documentMessages.type
  return isFileTooLarge(file.size) ? documentMessages.tooLarge : null
}

/** All errors that prevent sending, including missing documents. */
export function uploadErrors({ slots, surplus }: UploadSet): string[] {
  const content = slots.flatMap((slot) => slot.content ?? [])
  return documentErrors([...content, ...surplus], slots.length)
}

/** The errors to show before the user tries to send: missing documents are not among them. */
export function earlyErrors(uploadSet: UploadSet): string[] {
  const isFull = uploadSet.slots.every(({ content }) => content !== null)
  const errors = uploadErrors(uploadSet)
  // The first error is the count, which is an early error only when there are too many.
  return isFull ? errors : errors.slice(1)
}
