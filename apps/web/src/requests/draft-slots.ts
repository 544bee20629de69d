import type { Draft, DraftSlot } from '@carpeta/contract/requests'
import { countErrors, slotFilesError } from '@carpeta/domain/requests/document-rules'
import type { Upload } from '../uploads/upload-queue.ts'

/** A file of a form: on its way, kept by the server, or chosen for later. */
export interface FormFile {
  key: string
  name: string
  size: number
  /** Present for a file of this device. */
  file: File | null
  /** The server's id, once it keeps the file. */
  storedId: number | null
  upload?: Upload<number>
}

/** A required document with its files, in order; several become one PDF. */
export interface FormSlot extends Omit<DraftSlot, 'files'> {
  files: FormFile[]
}

export interface FormSlots {
  slots: FormSlot[]
  /** Files of no document. */
  surplus: FormFile[]
}

type StoredFile = DraftSlot['files'][number]
type Uploads = readonly Upload<number>[]

/** @param chosen here, by the id that the server gave them since. */
export function slotsOf(draft: Draft, uploads: Uploads, chosen: Map<number, Upload>): FormSlots {
  const stored = ({ id, name, size }: StoredFile): FormFile => {
    const { key = `stored ${id}`, file = null } = chosen.get(id) ?? {}
    return { key, name, size, file, storedId: id }
  }
  const held = [...draft.slots.flatMap(({ files }) => files), ...draft.surplus].map(stored)
  // One that has just arrived is both for a moment.
  const left = uploads.filter(({ key }) => !held.some((file) => file.key === key))
  const waiting = (at: number) => left.filter(({ place }) => place === at).map(waitingFile)
  const known = draft.slots.map(({ position }) => position)
  const lost = left.filter(({ place }) => place === null || !known.includes(place))
  return {
    slots: draft.slots.map((slot) => ({
      ...slot,
      files: [...slot.files.map(stored), ...waiting(slot.position)],
    })),
    surplus: [...draft.surplus.map(stored), ...lost.map(waitingFile)],
  }
}

function waitingFile(upload: Upload<number>): FormFile {
  const { key, file } = upload
  return { key, name: file.name, size: file.size, file, storedId: null, upload }
}

/** A place for each of the chosen files: the slot at `at`, then the following empty ones, then none. */
export function placesFrom(at: number, slots: FormSlot[]): number[] {
  const empty = slots.filter(({ files }) => files.length === 0).map(({ position }) => position)
  return [...empty.filter((position) => position >= at), ...empty.filter((each) => each < at)]
}

/** Exchanges what two slots have. */
export function swapped({ slots, ...draft }: Draft, from: number, to: number): Draft {
  const filesAt = (at: number) => slots.find(({ position }) => position === at)?.files ?? []
  const filesOf = ({ position, files }: DraftSlot) => {
    if (position === from) return filesAt(to)
    return position === to ? filesAt(from) : files
  }
  return { ...draft, slots: slots.map((slot) => ({ ...slot, files: filesOf(slot) })) }
}

/** Puts a stored file at a place within a slot, wherever it was. */
export function placed(draft: Draft, id: number, at: number, place: number): Draft {
  const all = [...draft.slots.flatMap(({ files }) => files), ...draft.surplus]
  const moved = all.filter((file) => file.id === id)
  const { slots, surplus } = without(draft, id)
  return {
    ...draft,
    slots: slots.map((slot) => {
      if (slot.position !== at) return slot
      const { files } = slot
      return { ...slot, files: [...files.slice(0, place), ...moved, ...files.slice(place)] }
    }),
    surplus,
  }
}

export function without(draft: Draft, id: number): Draft {
  const others = (files: StoredFile[]) => files.filter((file) => file.id !== id)
  return {
    ...draft,
    slots: draft.slots.map((slot) => ({ ...slot, files: others(slot.files) })),
    surplus: others(draft.surplus),
  }
}

export function withFile(draft: Draft, at: number, file: StoredFile): Draft {
  return {
    ...draft,
    slots: draft.slots.map((slot) =>
      slot.position === at && !slot.files.some(({ id }) => id === file.id)
        ? { ...slot, files: [...slot.files, file] }
        : slot,
    ),
  }
}

/** Why the files of a slot cannot become one document; null when they can. */
export function slotError({ files }: FormSlot): string | null {
  return slotFilesError(files)?.text ?? null
}

/** A file or a slot prevents sending, which says so itself. */
export function hasWrongFile({ slots, surplus }: FormSlots): boolean {
  const files = [...slots.flatMap((slot) => slot.files), ...surplus]
  return files.some(({ upload }) => upload?.refusal) || slots.some((slot) => slotError(slot))
}

/** The number of documents, if it is wrong; that some are missing only once the person tried to send. */
export function countError({ slots, surplus }: FormSlots, wasTried: boolean): string | null {
  const filled = slots.filter(({ files }) => files.length > 0).length
  if (!wasTried && filled < slots.length) return null
  return countErrors(filled + surplus.length, slots.length)[0]?.text ?? null
}
