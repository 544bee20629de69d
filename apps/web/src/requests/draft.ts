import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode, isConnectionLost } from '../api/api-error.ts'
import { whenReachable } from '../connection/when-reachable.ts'
import { beforeLogout } from '../session/before-logout.ts'
import { timeLeft } from '../session/inactivity.ts'
import { storedUser } from '../session/stored-user.ts'
import { isUnderWay, UploadQueue } from '../uploads/upload-queue.ts'
import {
  addDraftFile,
  arrangeFiles,
  type Draft,
  type DraftSource,
  readDraft,
  removeDraftFile,
  saveText,
  sendRequest,
} from './draft-calls.ts'
import { FormDraft, placed, swapped, withFile, without } from './form-draft.ts'
import { writtenIn } from './written-in.ts'

const PAUSE_MS = 700

type Drafts = Map<string, ServerDraft>

/** The drafts of each user whose work goes on after their form was left. */
const draftsOf = new WeakMap<QueryClient, Drafts>()

/** The draft as it is worked on in this tab, or else as it was read. */
export function openDraft(client: QueryClient, source: DraftSource, read: Draft): ServerDraft {
  const drafts = draftsOf.get(client) ?? new Map<string, ServerDraft>()
  draftsOf.set(client, drafts)
  return drafts.get(source.name) ?? new ServerDraft(drafts, source, read)
}

/** A draft that the server keeps: its text when the typing pauses, its files as they are chosen. */
export class ServerDraft extends FormDraft {
  readonly keepsFiles = true
  readonly queue = new UploadQueue<number>(async (upload, sending) => {
    const { file, place } = upload
    const { version, position, ...stored } = await this.#withDraft((id) =>
      addDraftFile(id, file, place, sending),
    )
    this.chosen.set(stored.id, upload)
    this.set({ saved: withFile(this.state.saved, position, stored) })
    this.#note(version)
  })
  readonly #drafts: Drafts
  readonly #source: DraftSource
  readonly #userId = storedUser()?.id
  /** The version of which the text on screen knows: nothing later is replaced. */
  #known: number
  // The text on screen, and the one that the server has, as numbers that grow.
  #typed = 0
  #stored = 0
  #isSuggested = false
  #moves = 0
  #pause: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> = Promise.resolve()
  #beginning: Promise<number> | null = null
  #reading: Promise<void> | null = null
  #stopWaiting = () => {}

  constructor(drafts: Drafts, source: DraftSource, read: Draft) {
    super(source.name, read)
    this.#drafts = drafts
    this.#source = source
    this.#known = read.version
    const copy = this.readCopy()
    if (!copy) return
    this.#known = copy.id === read.id ? copy.version : 0
    this.#typed = 1
    this.set({ text: copy.text })
  }

  get #isDirty(): boolean {
    return this.#typed !== this.#stored
  }

  // The text.

  override suggest(text: string): void {
    super.suggest(text)
    this.#isSuggested = true
  }

  write(text: string): void {
    this.#isSuggested = false
    this.#typed += 1
    this.set({ text })
    this.#keep()
    this.#schedule()
  }

  /** Goes on with the text on screen, or with the other one. */
  choose(isMine: boolean): void {
    const { other } = this.state
    if (!other) return
    this.#known = other.version
    this.set({ other: null })
    if (isMine) void this.save()
    else {
      this.set({ text: other.comment, saving: { name: 'saved' } })
      this.#stored = this.#typed
      this.#keep()
    }
  }

  #schedule(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.save(), PAUSE_MS)
  }

  /** Saves the text that the server does not have, one call after the other. */
  save(): Promise<void> {
    clearTimeout(this.#pause)
    this.#saving = this.#saving.then(() => this.#saveNow())
    return this.#saving
  }

  async #saveNow(): Promise<void> {
    const isPending = () => this.#isDirty && this.state.other === null
    // A user who logged in from another tab did not write this text.
    if (!isPending() || !this.#isOwn()) return
    this.set({ saving: { name: 'saving' } })
    const tab = await writtenIn()
    try {
      await this.#withDraft(async (id) => {
        const typed = this.#typed
        const body = { version: this.#known, comment: this.state.text, written_in: tab }
        if (isPending()) this.#take(await saveText(id, body), typed)
      })
      if (!this.state.other) this.set({ saving: { name: 'saved' } })
    } catch (error) {
      if (await this.#foundOther(error)) return
      this.set({ saving: { name: 'failed', error } })
      this.#stopWaiting()
      if (isConnectionLost(error)) this.#stopWaiting = whenReachable(() => void this.save())
    }
  }

  /** The server has what was typed until then. */
  #take(draft: Draft, typed: number): void {
    this.#stored = typed
    this.#known = draft.version
    this.#adopt(draft)
    this.#keep()
  }

  /** The text stays in this tab until the server has it. */
  #keep(): void {
    const { id } = this.state.saved
    if (this.#isDirty) this.keepCopy({ id, version: this.#known })
    else if (this.#source.keepsCopy) this.keepCopy(null)
    else this.dropCopy()
  }

  /** Reads the text that another tab or device wrote meanwhile. */
  async #foundOther(error: unknown): Promise<boolean> {
    if (!hasCode(error, 'changed_meanwhile')) return false
    const { id } = this.state.saved
    const other = await (id === null ? this.#source.read() : readDraft(id)).catch(() => null)
    if (!other) return false
    this.set({ other, saving: { name: 'untouched' } })
    this.#adopt(other)
    return true
  }

  // The draft itself.

  #isOwn(): boolean {
    return storedUser()?.id === this.#userId
  }

  /** Calls with the id of the draft, which is begun first. One that ended meanwhile gives way to a new one. */
  async #withDraft<Answer>(call: (id: number) => Promise<Answer>): Promise<Answer> {
    const id = await this.#begin()
    try {
      return await call(id)
    } catch (error) {
      if (!hasEnded(error) || !this.#source.begin) throw error
      await this.#startAgain(hasCode(error, 'already_sent'))
      return call(await this.#begin())
    }
  }

  #begin(): Promise<number> {
    if (!this.#isOwn()) throw new ApiError(401, undefined, unknownErrorMessage)
    const { id } = this.state.saved
    if (id !== null) return Promise.resolve(id)
    this.#beginning ??= this.#beginNow().finally(() => {
      this.#beginning = null
    })
    return this.#beginning
  }

  async #beginNow(): Promise<number> {
    const tab = await writtenIn()
    const typed = this.#typed
    try {
      const draft = await this.#source.begin?.(this.state.text, tab)
      if (draft) this.#take(draft, typed)
    } catch (error) {
      // Another device has begun it.
      if (!hasCode(error, 'changed_meanwhile')) throw error
      const draft = await this.#source.read()
      if (this.#isDirty) this.set({ other: draft, saving: { name: 'untouched' } })
      this.#adopt(draft)
    }
    const { id } = this.state.saved
    if (id === null) throw new ApiError(409, undefined, unknownErrorMessage)
    return id
  }

  /** What is on screen becomes a new draft. */
  async #startAgain(isSent: boolean): Promise<void> {
    const saved = await this.#source.read()
    this.chosen.clear()
    this.set({ saved, ended: isSent ? 'sent' : 'discarded' })
    this.#known = this.#isDirty ? 0 : saved.version
    if (!this.#isDirty) this.set({ text: saved.comment })
    this.#keep()
  }

  /** Reads what other tabs and devices changed meanwhile. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read()
      .catch(() => {})
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }

  async #read(): Promise<void> {
    if (!this.#isOwn()) return
    const { id } = this.state.saved
    try {
      this.#adopt(await (id === null ? this.#source.read() : readDraft(id)))
    } catch (error) {
      if (id === null || !hasEnded(error) || !this.#source.begin) throw error
      await this.#startAgain(hasCode(error, 'already_sent'))
    }
  }

  /** Shows the files of a draft that was read, and its text unless one is being written here. */
  #adopt(draft: Draft): void {
    const { saved, other } = this.state
    if (draft.id === saved.id && draft.version < saved.version) return
    this.set({ saved: draft })
    if (other) this.set({ other: draft })
    if (other || this.#isDirty) return
    if (draft.version > this.#known) this.set({ text: draft.comment })
    this.#known = draft.version
  }

  /** The version after a change of our own; others may lie before it. */
  #note(version: number): void {
    const { saved } = this.state
    if (version > saved.version + 1) void this.refresh()
    else this.set({ saved: { ...saved, version: Math.max(version, saved.version) } })
  }

  // The files.

  override removeFile(key: string): void {
    const upload = this.queue.uploads.find((each) => each.key === key)
    const id = this.fileOf(key)?.storedId ?? null
    if (id !== null) void this.#remove(id)
    if (!upload) return
    super.removeFile(key)
    // It may have arrived all the same.
    if (upload.percent !== null) void this.refresh()
  }

  async #remove(id: number): Promise<void> {
    this.set({ removing: [...this.state.removing, id], failure: undefined })
    try {
      const { version } = await removeDraftFile(id).catch((error) => {
        // An earlier call, or another tab, has removed it.
        if (error instanceof ApiError && error.status === 404) return this.state.saved
        throw error
      })
      this.set({ saved: without(this.state.saved, id) })
      this.#note(version)
      this.refill()
    } catch (failure) {
      this.set({ failure })
      if (hasEnded(failure)) await this.refresh()
    } finally {
      this.set({ removing: this.state.removing.filter((each) => each !== id) })
    }
  }

  override place(key: string, at: number, place: number): void {
    const id = this.fileOf(key)?.storedId ?? null
    if (id === null) super.place(key, at, place)
    else void this.#arrange(placed(this.state.saved, id, at, place))
  }

  override swap(from: number, to: number): void {
    super.swap(from, to)
    void this.#arrange(swapped(this.state.saved, from, to))
  }

  async #arrange(saved: Draft): Promise<void> {
    this.#moves += 1
    const move = this.#moves
    this.set({ saved, failure: undefined })
    try {
      // The server refuses an arrangement that lacks a file.
      await this.queue.finished()
      const { id } = this.state.saved
      // A later one has all of this one.
      if (id === null || move !== this.#moves) return
      const arranged = await arrangeFiles(id, this.state.saved)
      if (move === this.#moves) this.#adopt(arranged)
    } catch (failure) {
      this.set({ failure })
      await this.refresh()
    }
  }

  // The end.

  async submit(tell: (percent: number) => void, signal: AbortSignal): Promise<number | null> {
    const isNew = this.state.saved.id === null
    tell(1)
    if (this.#isSuggested) this.write(this.state.text)
    await this.save()
    const { saving, other } = this.state
    if (other) return null
    if (saving.name === 'failed') throw saving.error
    const id = await this.#begin()
    if (!(await this.#finishUploads(tell, isNew))) return null
    signal.throwIfAborted()
    tell(90)
    try {
      await (this.#source.send ?? sendRequest)(id, this.state.saved.version)
    } catch (error) {
      if (error instanceof ApiError && [400, 409].includes(error.status)) await this.refresh()
      throw error
    }
    tell(100)
    this.#stored = this.#typed
    this.dropCopy()
    this.#close()
    return id
  }

  /** @returns false for a photo that this browser cannot read, whose row says so */
  async #finishUploads(tell: (percent: number) => void, isNew: boolean): Promise<boolean> {
    const sizes = new Map(
      this.queue.uploads.filter(isUnderWay).map(({ key, file }) => [key, file.size]),
    )
    if (isNew || sizes.size > 0) tell(10)
    const total = sumOf([...sizes.values()])
    const stop = this.queue.subscribe(() => {
      const left = this.queue.uploads.map(
        ({ key, percent }) => (sizes.get(key) ?? 0) * (1 - (percent ?? 0) / 100),
      )
      if (total > 0) tell(Math.round(10 + 80 * (1 - sumOf(left) / total)))
    })
    await this.queue.resume().finally(stop)
    const [left] = this.queue.uploads
    if (left?.refusal && left.failure === undefined) return false
    if (left) throw left.failure ?? new ApiError(0, undefined, unknownErrorMessage)
    return true
  }

  watch(): () => Promise<void> {
    const { name } = this.#source
    // Left before, and opened again.
    if (this.#drafts.get(name) === this) void this.refresh()
    this.#drafts.set(name, this)
    void this.save()
    const refresh = () => void this.refresh()
    const onVisibility = () =>
      document.visibilityState === 'hidden' ? void this.save() : refresh()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', refresh)
    // After the limit the server refuses the text, which stays in this tab.
    const forget = beforeLogout(async () => ((await timeLeft()) < 0 ? undefined : this.save()))
    return async () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', refresh)
      await this.save()
      await this.queue.finished()
      forget()
      if (!this.#isDirty && this.queue.uploads.length === 0) this.#close()
    }
  }

  #close(): void {
    const { name } = this.#source
    if (this.#drafts.get(name) === this) this.#drafts.delete(name)
  }
}

/** It was sent or discarded. */
function hasEnded(error: unknown): boolean {
  return hasCode(error, 'already_sent') || (error instanceof ApiError && error.status === 404)
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
