import type { Draft } from '@carpeta/contract/requests'
import { storedUser } from '../session/stored-user.ts'
import type { Upload, UploadQueue } from '../uploads/upload-queue.ts'
import { type FormFile, type FormSlots, placesFrom, slotsOf } from './draft-slots.ts'
import { deleteSavedText, readSavedText, savedTextKey, saveText } from './saved-text.ts'

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

  protected fileOf(key: string): FormFile | undefined {
    const { slots, surplus } = this.form
    return [...slots.flatMap(({ files }) => files), ...surplus].find((file) => file.key === key)
  }

  /** The first file is for the document at `at`, the others for the following ones without a file. */
  addFiles(files: File[], at: number): void {
    const places = placesFrom(at, this.form.slots)
    this.queue.add(files, (index) => places[index] ?? null)
  }

  /** Further pages of the document at `at`. */
  addPages(files: File[], at: number): void {
    this.queue.add(files, () => at)
  }

  /** An emptied document gets the first of the files that are too many. */
  protected refill(): void {
    const empty = this.form.slots.find(({ files }) => files.length === 0)
    const [next] = this.queue.uploads.filter(({ place }) => place === null)
    if (empty && next) this.queue.move(next.key, empty.position)
  }

  /** Keeps the text in this tab. @param since the draft that it was written from; null once it is saved */
  protected keepCopy(since: Since | null): void {
    saveText(this.#copy, this.state.text)
    if (since === null) deleteSavedText(`${this.#copy}:since`)
    else saveText(`${this.#copy}:since`, JSON.stringify(since))
  }

  protected dropCopy(): void {
    deleteSavedText(this.#copy)
    deleteSavedText(`${this.#copy}:since`)
  }

  /** The text that only this tab has; null when there is none. */
  protected readCopy(): (Since & { text: string }) | null {
    const text = readSavedText(this.#copy)
    const since = readSavedText(`${this.#copy}:since`)
    return text === null || since === null ? null : { ...(JSON.parse(since) as Since), text }
  }

  abstract write(text: string): void
  abstract choose(isMine: boolean): void
  abstract removeFile(key: string): void
  /** Moves a file within its document or to another one. */
  abstract place(key: string, at: number, place: number): void
  /** Exchanges the files of two documents. */
  abstract swap(from: number, to: number): void
  /** Sends it. @param tell gets the progress, from 1 to 100. @returns the request's id; null when the person has to choose a text first */
  abstract submit(tell: (percent: number) => void, signal: AbortSignal): Promise<number | null>
  /** While a form shows it. @returns the end of that, which resolves when nothing is on its way */
  abstract watch(): () => Promise<void>
}
