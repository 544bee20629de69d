import type { Draft, DraftSlot } from '@carpeta/contract/requests'
import {
  countErrors,
  documentMessages,
  slotFilesError,
} from '@carpeta/domain/requests/document-rules'
import { storedUser } from '../session/stored-user.ts'
import { tabStorage } from '../ui/browser-storage.ts'
import type { Upload, UploadQueue } from '../uploads/upload-queue.ts'
import { savedTextKey } from './saved-text.ts'

export type SavingState =
  | { name: 'untouched' | 'saving' | 'saved' }
  | { name: 'failed'; error: unknown }

export interface DraftState {
  /** As the server told it last. */
  saved: Draft
  text: string
  saving: SavingState
  /** The draft with the text of another tab or device, which nothing replaces before the person chooses. */
  other: Draft | null
  /** The files that are being removed. */
  removing: readonly number[]
  /** Why the last change of the files failed. */
  failure: unknown
  /** What became of the draft in another tab or device: what is written here is a new one. */
  ended: 'sent' | 'discarded' | null
}

type Since = Pick<Draft, 'id' | 'version'>

/** What a form needs of a draft, wherever it is kept. */
export abstract class FormDraft {
  abstract readonly queue: UploadQueue<number>
  /** A document may have several files, which the server keeps as they are chosen. */
  abstract readonly keepsFiles: boolean
  /** Files of this device, by the id that the server gave them. */
  readonly chosen = new Map<number, Upload>()
  readonly #copy: string
  readonly #listeners = new Set<() => void>()
  #state: DraftState

  /** @param name names it in this tab. */
  constructor(name: string, saved: Draft) {
    this.#copy = savedTextKey(storedUser(), name)
    this.#state = {
      saved,
      text: saved.comment,
      saving: { name: 'untouched' },
      other: null,
      removing: [],
      failure: undefined,
      ended: null,
    }
  }

  get state(): DraftState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }

  get form(): FormSlots {
    return slotsOf(this.state.saved, this.queue.uploads, this.chosen)
  }

  /** A text that nobody has typed: it is saved with the first change, or when it is sent. */
  suggest(text: string): void {
    this.set({ text })
  }

  protected fileOf(key: string): FormFile | undefined {
    const { slots, surplus } = this.form
    return [...slots.flatMap(({ files }) => files), ...surplus].find((file) => file.key === key)
  }

  /**
   * Further pages of a document that has files, or optional files. Otherwise the first file is for the document,
   * the others for the following ones without a file.
   */
  addFiles(files: File[], { position, is_optional, files: pages }: FormSlot): void {
    const places = placesFrom(position, this.form.slots)
    const isHere = is_optional || pages.length > 0
    this.queue.add(files, (index) => (isHere ? position : (places[index] ?? null)))
  }

  removeFile(key: string): void {
    this.queue.remove(key)
    this.refill()
  }

  /** Moves a file within its document or to another one. */
  place(key: string, at: number, _place: number): void {
    this.queue.move(key, at)
  }

  /** Exchanges the files of two documents. */
  swap(from: number, to: number): void {
    for (const { key, place } of this.queue.uploads) {
      if (place === from) this.queue.move(key, to)
      if (place === to) this.queue.move(key, from)
    }
  }

  /** An emptied document gets the first of the files that are too many. */
  protected refill(): void {
    const [empty] = emptyOf(this.form.slots)
    const [next] = this.queue.uploads.filter(({ place }) => place === null)
    if (empty && next) this.queue.move(next.key, empty.position)
  }

  /** Keeps the text in this tab. @param since the draft that it was written from; null once it is saved */
  protected keepCopy(since: Since | null): void {
    tabStorage.set(this.#copy, this.state.text)
    if (since === null) tabStorage.remove(`${this.#copy}:since`)
    else tabStorage.set(`${this.#copy}:since`, JSON.stringify(since))
  }

  protected dropCopy(): void {
    tabStorage.remove(this.#copy)
    tabStorage.remove(`${this.#copy}:since`)
  }

  /** The text that only this tab has; null when there is none. */
  protected readCopy(): (Since & { text: string }) | null {
    const text = tabStorage.get(this.#copy)
    const since = tabStorage.get(`${this.#copy}:since`)
    return text === null || since === null ? null : { ...(JSON.parse(since) as Since), text }
  }

  abstract write(text: string): void
  abstract choose(isMine: boolean): void
  /** Sends it. @param tell gets the progress, from 1 to 100. @returns the request's id; null when the person has to choose a text first */
  abstract submit(tell: (percent: number) => void, signal: AbortSignal): Promise<number | null>
  /** While a form shows it. @returns the end of that, which resolves when nothing is on its way */
  abstract watch(): () => Promise<void>
}

// The files of a form, by their documents.

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

/** A required document with its files, or optional files, in order; several become one PDF. */
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
function placesFrom(at: number, slots: FormSlot[]): number[] {
  const empty = emptyOf(slots).map(({ position }) => position)
  return [...empty.filter((position) => position >= at), ...empty.filter((each) => each < at)]
}

/** The required documents without a file. */
function emptyOf(slots: FormSlot[]): FormSlot[] {
  return slots.filter((slot) => !slot.is_optional && slot.files.length === 0)
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
  const required = slots.filter((slot) => !slot.is_optional)
  if (required.length === 0 && surplus.length > 0) return documentMessages.surplus.text
  const filled = required.filter(({ files }) => files.length > 0).length
  if (!wasTried && filled < required.length) return null
  return countErrors(filled + surplus.length, required.length)[0]?.text ?? null
}
