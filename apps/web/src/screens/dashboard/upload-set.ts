import type { WireDocument, WireSlotFile } from '@carpeta/contract/requests'
import {
  countErrors,
  fileError as localFileError,
  slotFilesError,
} from '@carpeta/domain/requests/document-rules'

/** A document that the server has. */
export type UploadedDocument = Pick<WireDocument, 'id' | 'name' | 'size'>

/** A file of a slot: on this device, kept by the server, or both. */
export interface SlotFile {
  /** Identifies the file in the form. */
  key: string
  name: string
  size: number
  /** Null for a file of an earlier visit. */
  file: File | null
  /** The server's id, once it keeps the file. */
  storedId: number | null
  /** Why the server refused it; '' otherwise. */
  refusal: string
}

/** The slot of one required document. */
export interface Slot {
  /** The document's position in the procedure, as the server numbers it. */
  position: number
  title: string
  /** Why the previous document was rejected. */
  reason: string
  /** In order; several become one PDF. */
  files: SlotFile[]
  /** The file that is the request's document already. */
  documentId: number | null
  /** The files were assigned by their order among several. */
  isGuess: boolean
}

export function buildSlot(position: number, title: string, more: Partial<Slot> = {}): Slot {
  return { position, title, reason: '', files: [], documentId: null, isGuess: false, ...more }
}

/** The files of a request before it is sent. */
export interface UploadSet {
  slots: Slot[]
  /** Files beyond the required number. */
  surplus: SlotFile[]
}

let lastKey = 0

export function chosenFile(file: File): SlotFile {
  lastKey += 1
  const { name, size } = file
  return { key: `chosen ${lastKey}`, name, size, file, storedId: null, refusal: '' }
}

export function storedFile({ id, name, size }: UploadedDocument | WireSlotFile): SlotFile {
  return { key: `stored ${id}`, name, size, file: null, storedId: id, refusal: '' }
}

/** The request has the slot's document: nothing is left to upload or to join. */
export function isSettled({ files, documentId }: Slot): boolean {
  return documentId !== null && files.length === 1 && files[0]?.storedId === documentId
}

/** Fills the slot at `at` first, then the following empty ones. */
export function addFiles({ slots, surplus }: UploadSet, files: SlotFile[], at: number): UploadSet {
  const left = [...files]
  const isGuess = files.length > 1
  const fromHere = [...slots].sort((a, b) => turn(a, at) - turn(b, at))
  const filled = new Map<number, SlotFile>()
  for (const slot of fromHere) {
    const file = slot.files.length === 0 ? left.shift() : undefined
    if (file) filled.set(slot.position, file)
  }
  return {
    slots: slots.map((slot) => {
      const file = filled.get(slot.position)
      return file ? { ...slot, files: [file], isGuess } : slot
    }),
    surplus: [...surplus, ...left],
  }
}

/** Sorts the slots from `at` on first, then those before it. */
function turn({ position }: Slot, at: number): number {
  return position >= at ? position - at : position + Number.MAX_SAFE_INTEGER / 2
}

/** Adds files behind those of the slot: further pages of the same document. */
export function addPages(uploadSet: UploadSet, files: SlotFile[], at: number): UploadSet {
  return changeSlot(uploadSet, at, (slot) => ({ ...slot, files: [...slot.files, ...files] }))
}

/** Moves a surplus file behind those of the slot. */
export function takeSurplus({ slots, surplus }: UploadSet, key: string, at: number): UploadSet {
  const moved = surplus.filter((file) => file.key === key)
  const rest = surplus.filter((file) => file.key !== key)
  return addPages({ slots, surplus: rest }, moved, at)
}

/** An emptied slot gets the first surplus file. */
export function removeFile({ slots, surplus }: UploadSet, key: string): UploadSet {
  const others = surplus.filter((file) => file.key !== key)
  const from = slots.find(({ files }) => files.some((file) => file.key === key))
  const without = slots.map((slot) =>
    slot === from ? { ...slot, files: slot.files.filter((file) => file.key !== key) } : slot,
  )
  const [first, ...rest] = others
  const isEmptied = from?.files.length === 1
  if (!first || !isEmptied) return { slots: without, surplus: others }
  return addPages({ slots: without, surplus: rest }, [first], from.position)
}

/** Swaps the files of two slots. */
export function swapSlots({ slots, surplus }: UploadSet, from: number, to: number): UploadSet {
  const filesAt = (at: number) => {
    const slot = slots.find(({ position }) => position === at)
    return { files: slot?.files ?? [], isGuess: slot?.isGuess ?? false }
  }
  const contents = new Map([
    [from, filesAt(to)],
    [to, filesAt(from)],
  ])
  return {
    slots: slots.map((slot) => ({ ...slot, ...contents.get(slot.position) })),
    surplus,
  }
}

/** Moves a file to another place within its slot. */
export function moveFile(uploadSet: UploadSet, at: number, key: string, place: number): UploadSet {
  return changeSlot(uploadSet, at, (slot) => {
    const moved = slot.files.filter((file) => file.key === key)
    const others = slot.files.filter((file) => file.key !== key)
    return { ...slot, files: [...others.slice(0, place), ...moved, ...others.slice(place)] }
  })
}

export function changeFile(
  { slots, surplus }: UploadSet,
  key: string,
  change: Partial<SlotFile>,
): UploadSet {
  return {
    slots: slots.map((slot) => ({
      ...slot,
      files: slot.files.map((file) => (file.key === key ? { ...file, ...change } : file)),
    })),
    surplus,
  }
}

/** The server keeps the file. The document that the slot had is one of its files now. */
export function storeFile({ slots, surplus }: UploadSet, key: string, id: number): UploadSet {
  const stored = slots.map((slot) =>
    slot.files.some((file) => file.key === key) ? { ...slot, documentId: null } : slot,
  )
  return changeFile({ slots: stored, surplus }, key, { storedId: id })
}

/** The request has the slot's document now. */
export function settleSlot(uploadSet: UploadSet, at: number, document: UploadedDocument) {
  return changeSlot(uploadSet, at, (slot) => {
    const [only, ...others] = slot.files
    const settled = only && others.length === 0 ? { ...only, storedId: document.id } : null
    return { ...slot, files: [settled ?? storedFile(document)], documentId: document.id }
  })
}

function changeSlot(
  { slots, surplus }: UploadSet,
  at: number,
  change: (slot: Slot) => Slot,
): UploadSet {
  return { slots: slots.map((slot) => (slot.position === at ? change(slot) : slot)), surplus }
}

/** Why a file cannot be sent; null when it can. */
export function fileError(file: SlotFile): string | null {
  if (file.refusal) return file.refusal
  return file.storedId === null ? (localFileError(file)?.text ?? null) : null
}

/** Why the files of a slot cannot become one document; null when they can. */
export function slotError({ files }: Slot): string | null {
  return slotFilesError(files)?.text ?? null
}

/** A file or a slot prevents sending, which says so itself. */
export function hasWrongFile({ slots, surplus }: UploadSet): boolean {
  const files = [...slots.flatMap((slot) => slot.files), ...surplus]
  return files.some((file) => fileError(file) !== null) || slots.some((slot) => slotError(slot))
}

/** The number of documents, if it is wrong. */
export function uploadErrors({ slots, surplus }: UploadSet): string[] {
  const filled = slots.filter(({ files }) => files.length > 0)
  return countErrors(filled.length + surplus.length, slots.length).map(({ text }) => text)
}

/** The errors to show before the user tries to send: missing documents are not among them. */
export function earlyErrors(uploadSet: UploadSet): string[] {
  const isFull = uploadSet.slots.every(({ files }) => files.length > 0)
  return isFull ? uploadErrors(uploadSet) : []
}
