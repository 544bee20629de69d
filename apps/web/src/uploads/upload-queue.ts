import { fileError } from '@carpeta/domain/requests/document-rules'
import { useState, useSyncExternalStore } from 'react'
import { ApiError, isConnectionLost, isSessionEnded } from '../api/api-error.ts'
import type { Sending } from '../api/upload.ts'
import { whenReachable } from '../connection/when-reachable.ts'
import { asJpeg, isOtherPhoto } from './photo-as-jpeg.ts'

/** A file on its way to the server. It leaves the queue once the server has it. */
export interface Upload<Place = unknown> {
  readonly key: string
  readonly file: File
  /** Where it belongs; without one it waits. */
  readonly place: Place | null
  /** Whether it is a photo that becomes a JPEG first; only that is judged and sent. */
  readonly isConverting: boolean
  /** How much of it was sent; null until its turn. */
  readonly percent: number | null
  /** Why this file cannot be uploaded; '' otherwise. */
  readonly refusal: string
  /** Why the last attempt failed; undefined when it did not. */
  readonly failure: unknown
}

type Placed<Place> = Upload<Place> & { readonly place: Place }
type Send<Place> = (upload: Placed<Place>, sending: Sending) => Promise<void>

let lastKey = 0

/**
 * Uploads files one after the other, as soon as they have a place. After a lost connection it goes on by
 * itself; it outlives the form that filled it.
 */
export class UploadQueue<Place> {
  readonly #send: Send<Place>
  readonly #judge: (file: File) => string
  readonly #listeners = new Set<() => void>()
  #uploads: readonly Upload<Place>[] = []
  #running: Promise<void> | null = null
  #converting: Promise<void> | null = null
  #call: { key: string; controller: AbortController } | null = null
  #forget = () => {}

  constructor(send: Send<Place>, judge = (file: File) => fileError(file)?.text ?? '') {
    this.#send = send
    this.#judge = judge
  }

  get uploads(): readonly Upload<Place>[] {
    return this.#uploads
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param placeOf the place of each file, by its index. */
  add(files: readonly File[], placeOf: (index: number) => Place | null): void {
    const added = files.map((file, index): Upload<Place> => {
      lastKey += 1
      return { key: `upload ${lastKey}`, ...this.#judged(file), place: placeOf(index) }
    })
    this.#set([...this.#uploads, ...added])
    this.#convert()
    void this.finished()
  }

  /** A file that was refused for its place is tried again in the new one. */
  move(key: string, place: Place | null): void {
    const judged = (each: Upload<Place>) =>
      each.isConverting ? {} : this.#judged(each.file, false)
    this.#set(
      this.#uploads.map((each) => (each.key === key ? { ...each, ...judged(each), place } : each)),
    )
    void this.finished()
  }

  /** Cancels an upload that is under way. */
  remove(key: string): void {
    this.#set(this.#uploads.filter((each) => each.key !== key))
    if (this.#call?.key === key) this.#call.controller.abort()
  }

  /** Says why the server refused a file that was sent another way. */
  refuse(key: string, refusal: string): void {
    this.#change(key, { refusal })
  }

  /** Resolves when nothing is under way, also once a lost connection is back; what failed stays. */
  async ended(): Promise<void> {
    await this.finished()
    const isLost = (each: Upload) => isUnderWay(each) && isConnectionLost(each.failure)
    if (!this.#uploads.some(isLost)) return
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        stop()
        resolve()
      })
    })
    return this.ended()
  }

  /** Leaves what was not uploaded until it is moved to a place again. */
  hold(): void {
    this.#set(this.#uploads.map((each) => ({ ...each, place: null })))
  }

  /** Tries again what failed. */
  resume(): Promise<void> {
    this.#set(this.#uploads.map((each) => (each.refusal ? each : { ...each, failure: undefined })))
    return this.finished()
  }

  /** Resolves when nothing is left that can be sent now. */
  finished(): Promise<void> {
    if (!this.#running && this.#next()) this.#running = this.#run()
    const running = this.#running ?? Promise.resolve()
    const converting = this.#converting
    return converting ? running.then(() => converting).then(() => this.finished()) : running
  }

  /** Resolves when every photo is one that can be sent, or refused. */
  async converted(): Promise<void> {
    while (this.#converting) await this.#converting
  }

  #judged(file: File, isConverting = isOtherPhoto(file)) {
    const refusal = isConverting ? '' : this.#judge(file)
    return { file, isConverting, percent: null, refusal, failure: undefined }
  }

  /** One photo after the other: each takes a hundred megabytes while it is drawn. */
  #convert(): void {
    if (this.#converting) return
    const next = this.#uploads.find(({ isConverting }) => isConverting)
    if (!next) return
    this.#converting = asJpeg(next.file).then((file) => {
      this.#change(next.key, this.#judged(file, false))
      this.#converting = null
      this.#convert()
      void this.finished()
    })
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      if (!(await this.#attempt(next))) break
    }
    this.#running = null
  }

  #next(): Placed<Place> | undefined {
    return this.#uploads.find(
      (each): each is Placed<Place> =>
        isUnderWay(each) && !each.isConverting && each.failure === undefined,
    )
  }

  /** @returns whether the next one can be tried */
  async #attempt(upload: Placed<Place>): Promise<boolean> {
    const { key } = upload
    const controller = new AbortController()
    this.#call = { key, controller }
    this.#change(key, { percent: 0 })
    try {
      await this.#send(upload, {
        onProgress: (share) => this.#change(key, { percent: Math.round(share * 100) }),
        signal: controller.signal,
      })
      this.#set(this.#uploads.filter((each) => each.key !== key))
    } catch (failure) {
      if (controller.signal.aborted) return true
      const refusal = isRefusal(failure) ? failure.message : ''
      this.#change(key, { percent: null, failure, refusal })
      if (isConnectionLost(failure)) {
        // The others wait for the connection, too.
        this.#set(this.#uploads.map((each) => (isUnderWay(each) ? { ...each, failure } : each)))
        this.#forget()
        this.#forget = whenReachable(() => void this.resume())
      }
      return !isConnectionLost(failure) && !isSessionEnded(failure)
    } finally {
      this.#call = null
    }
    return true
  }

  #change(key: string, change: Partial<Upload<Place>>): void {
    this.#set(this.#uploads.map((each) => (each.key === key ? { ...each, ...change } : each)))
  }

  #set(uploads: readonly Upload<Place>[]): void {
    this.#uploads = uploads
    // A file that was not stored yet does not survive the page.
    const guard = uploads.some(isUnderWay) ? 'addEventListener' : 'removeEventListener'
    window[guard]('beforeunload', this.#ask)
    for (const listener of [...this.#listeners]) listener()
  }

  readonly #ask = (event: Event) => event.preventDefault()
}

/** It reaches the server without anybody's doing, or once it is tried again. */
export function isUnderWay({ place, refusal }: Upload): boolean {
  return place !== null && !refusal
}

/** The server rejects the file itself, so a retry would fail again. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 413, 415, 422].includes(error.status)
}

/** Files that are sent with their form. */
export class HeldUploads extends UploadQueue<number> {
  constructor() {
    super(async () => {})
  }

  override finished(): Promise<void> {
    return this.converted()
  }
}

type Queue<Place> = ConstructorParameters<typeof UploadQueue<Place>>

/** A queue of this component. @param options as they are at first */
export function useUploadQueue<Place>(...options: Queue<Place>) {
  const [queue] = useState(() => new UploadQueue(...options))
  return { queue, uploads: useUploads(queue) }
}

export function useUploads<Place>(queue: UploadQueue<Place>) {
  return useSyncExternalStore(queue.subscribe, () => queue.uploads)
}
