import { useRef, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { removeDocument } from '../../api/member-requests.ts'
import { addSlotFile, arrangeSlotFiles, formUploads } from '../../api/slot-files.ts'
import {
  addFiles,
  addPages,
  changeFile,
  chosenFile,
  fileError,
  isSettled,
  moveFile,
  removeFile,
  type Slot,
  type SlotFile,
  settleSlot,
  storeFile,
  swapSlots,
  takeSurplus,
  type UploadedDocument,
  type UploadSet,
} from './upload-set.ts'
import { isRefusal } from './upload-slots.ts'

/**
 * The upload set of a form, with the operations on it. The server keeps each file as soon as it is
 * chosen; what it cannot keep is uploaded when the form is sent.
 * @param name names the form's uploads for the one that is opened next
 * @param beginRequest resolves to the id of the request that the files are for; null where the server
 * takes files only as documents of a request that is being sent, one for each slot.
 */
export function useUploadSet(
  name: string,
  slots: () => Slot[],
  beginRequest: (() => Promise<number | null>) | null,
) {
  const [uploadSet, setUploadSet] = useState<UploadSet>(() => ({ slots: slots(), surplus: [] }))
  /** The files that are being removed from the server. */
  const [clearing, setClearing] = useState<string[]>([])
  const [failure, setFailure] = useState<unknown>()
  // Uploads end long after the render that began them.
  const latest = useRef(uploadSet)
  const keepsFiles = beginRequest !== null
  const begin = useRef(beginRequest)
  begin.current = beginRequest
  const [kept] = useState(
    () =>
      new StoredFiles({
        name,
        read: () => latest.current,
        change,
        begin: async () => begin.current?.() ?? null,
      }),
  )

  function change(changed: (now: UploadSet) => UploadSet) {
    latest.current = changed(latest.current)
    setUploadSet(latest.current)
  }

  function changeAndKeep(changed: (now: UploadSet) => UploadSet) {
    change(changed)
    if (keepsFiles) kept.update()
  }

  async function remove({ key, storedId }: SlotFile) {
    setFailure(undefined)
    try {
      if (storedId !== null) {
        setClearing((others) => [...others, key])
        await removeDocument(storedId).catch((error) => {
          // An earlier call, or another tab, has removed it.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        })
      }
      changeAndKeep((now) => removeFile(now, key))
    } catch (error) {
      setFailure(error)
    } finally {
      setClearing((others) => others.filter((each) => each !== key))
    }
  }

  return {
    uploadSet,
    /** Whether a slot may have several files, which the server joins. */
    keepsFiles,
    clearing,
    failure,
    remove,
    add: (files: File[], at: number) =>
      changeAndKeep((now) => addFiles(now, files.map(chosenFile), at)),
    addPages: (files: File[], at: number) =>
      changeAndKeep((now) => addPages(now, files.map(chosenFile), at)),
    takeSurplus: (key: string, at: number) => changeAndKeep((now) => takeSurplus(now, key, at)),
    swap: (from: number, to: number) => changeAndKeep((now) => swapSlots(now, from, to)),
    moveFile: (at: number, key: string, place: number) =>
      changeAndKeep((now) => moveFile(now, at, key, place)),
    /** Resolves to the slots once no file is on its way to the server. */
    settled: async () => {
      await kept.idle()
      return latest.current.slots
    },
    /** Replaces all slots with the server's. */
    replace: (now: Slot[]) => change(() => ({ slots: now, surplus: [] })),
    markStored: (key: string, id: number) => change((now) => storeFile(now, key, id)),
    markUploaded: (at: number, document: UploadedDocument) => {
      if (keepsFiles) change((now) => settleSlot(now, at, document))
    },
    markGone: (key: string) => change((now) => removeFile(now, key)),
    markRejected: (key: string, refusal: string) =>
      change((now) => changeFile(now, key, { refusal })),
  }
}

export type Uploads = ReturnType<typeof useUploadSet>

interface Form {
  name: string
  read: () => UploadSet
  change: (changed: (now: UploadSet) => UploadSet) => void
  /** Resolves to the id of the request that the files are for. */
  begin: () => Promise<number | null>
}

/**
 * Has the server keep the files of a form as it is filled in, so that they survive a reload. A failure
 * is no error of the form: what was not kept is uploaded when the form is sent.
 */
class StoredFiles {
  readonly #form: Form
  // One call after the other, so that files keep their order.
  #work: Promise<void> = Promise.resolve()
  /** The files that the server keeps, in its order. */
  readonly #kept = new Map<number, number[]>()
  #isOff = false

  constructor(form: Form) {
    this.#form = form
    for (const slot of form.read().slots) this.#kept.set(slot.position, storedIds(slot))
  }

  /** Call after each change of the form. */
  update(): void {
    this.#work = this.#work.then(() => this.#run().catch((error) => this.#giveUp(error)))
    formUploads.set(this.#form.name, this.#work)
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    return this.#work
  }

  async #run(): Promise<void> {
    if (this.#isOff) return
    for (let next = this.#next(); next; next = this.#next()) await this.#upload(next)
    await this.#arrange()
  }

  #next(): { file: SlotFile; slot: Slot } | null {
    for (const slot of this.#form.read().slots) {
      const file = slot.files.find((each) => each.storedId === null && fileError(each) === null)
      if (file) return { file, slot }
    }
    return null
  }

  async #upload({ file: { key, file }, slot }: { file: SlotFile; slot: Slot }) {
    const requestId = file && (await this.#form.begin())
    if (!file || requestId === null) throw new Error('there is no request to keep files in')
    const { position, documentId } = slot
    try {
      const { id } = await addSlotFile(requestId, { file, position })
      const before = documentId === null ? (this.#kept.get(position) ?? []) : [documentId]
      this.#kept.set(position, [...before, id])
      if (this.#isWanted(key)) this.#form.change((now) => storeFile(now, key, id))
      else await removeDocument(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#form.change((now) => changeFile(now, key, { refusal: error.message }))
    }
  }

  #isWanted(key: string): boolean {
    const { slots, surplus } = this.#form.read()
    return [...slots.flatMap(({ files }) => files), ...surplus].some((file) => file.key === key)
  }

  /** Tells the server the order, after files were moved. */
  async #arrange(): Promise<void> {
    const { slots } = this.#form.read()
    const wanted = new Set(slots.flatMap(storedIds))
    const isInOrder = slots.every((slot) => {
      const kept = this.#kept.get(slot.position)?.filter((id) => wanted.has(id)) ?? []
      return String(kept) === String(storedIds(slot))
    })
    if (isInOrder) return
    const requestId = await this.#form.begin()
    if (requestId === null) return
    const arranged = slots.map((slot) => ({ position: slot.position, file_ids: storedIds(slot) }))
    await arrangeSlotFiles(requestId, arranged)
    for (const slot of slots) this.#kept.set(slot.position, storedIds(slot))
  }

  /** A server or a request that takes no files is not asked again. */
  #giveUp(error: unknown): void {
    this.#isOff = error instanceof ApiError && [403, 404, 405].includes(error.status)
  }
}

/** The files that wait on the server; a document is not among them. */
function storedIds(slot: Slot): number[] {
  if (isSettled(slot)) return []
  return slot.files.flatMap(({ storedId }) => storedId ?? [])
}
