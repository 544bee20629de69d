import type { WireDocument } from '@carpeta/contract/requests'
import {
  documentErrors,
  documentMessages,
  isAcceptedFile,
  isFileTooLarge,
} from '@carpeta/domain/document-rules'

/** What the server has already. */
export type UploadedDocument = Pick<WireDocument, 'id' | 'name' | 'size'>

/** Where one of the required documents belongs. */
export interface Slot {
  /** Which of the required documents it is, as the server counts them. */
  position: number
  title: string
  /** Why the one handed in before was rejected. */
  reason: string
  /** Nothing yet, a file chosen on this device, or a document that the server has. */
  content: File | UploadedDocument | null
  /** It came together with others and was put here by its turn. */
  isGuess: boolean
  /** The server did not take what is content. */
  isRefused: boolean
}

export function buildSlot(position: number, title: string, more: Partial<Slot> = {}): Slot {
  return { position, title, reason: '', content: null, isGuess: false, isRefused: false, ...more }
}

/** What a member has chosen to hand in, before it is sent. */
export interface UploadSet {
  slots: Slot[]
  /** More than were asked for. */
  surplus: File[]
}

export function isChosen(content: Slot['content']): content is File {
  return content instanceof File
}

export function isUploaded(content: Slot['content']): content is UploadedDocument {
  return content !== null && !isChosen(content)
}

/** The first goes where it was meant to go, the others into the slots that are still clearSlot. */
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

/** Those behind it come first, then the ones before it. */
function turn({ position }: Slot, at: number): number {
  return position >= at ? position - at : position + Number.MAX_SAFE_INTEGER / 2
}

/** The slot is free again, for the first of what was too much. */
export function clearSlot({ slots, surplus }: UploadSet, at: number): UploadSet {
  const [first, ...others] = surplus
  return { slots: fillSlot(slots, at, first ?? null), surplus: others }
}

export function removeSurplus({ slots, surplus }: UploadSet, file: File): UploadSet {
  return { slots, surplus: surplus.filter((each) => each !== file) }
}

/** Two documents change slots, each with whether its slot was a guess. */
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

/** What is wrong with one file, whatever the others are. */
export function fileError(file: File): string | null {
  if (!isAcceptedFile(file.name)) return documentMessages.type
  return isFileTooLarge(file.size) ? documentMessages.tooLarge : null
}

/** Everything that keeps the documents from being sent, missing ones included. */
export function uploadErrors({ slots, surplus }: UploadSet): string[] {
  const content = slots.flatMap((slot) => slot.content ?? [])
  return documentErrors([...content, ...surplus], slots.length)
}

/** What is wrong already, before anybody wanted to send: nobody is told off for not being done. */
export function earlyErrors(uploadSet: UploadSet): string[] {
  const isFull = uploadSet.slots.every(({ content }) => content !== null)
  const errors = uploadErrors(uploadSet)
  // The count comes first, and only too many is an error from the start.
  return isFull ? errors : errors.slice(1)
}
