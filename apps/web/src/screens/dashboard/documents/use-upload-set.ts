import { useRef, useState } from 'react'
import { removeDocument } from '../../../api/member-requests.ts'
import { StoredFiles } from './stored-files.ts'
import {
  addFiles,
  addPages,
  changeFile,
  chosenFile,
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

/**
 * The upload set of a form, with the operations on it. The server keeps each file as soon as it is
 * chosen; what it cannot keep is uploaded when the form is sent.
 * @param beginRequest resolves to the id of the request that the files are for; null where the server
 * takes files only as documents of a request that is being sent, one for each slot.
 */
export function useUploadSet(
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
        await removeDocument(storedId)
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
    markRejected: (key: string, refusal: string) =>
      change((now) => changeFile(now, key, { refusal })),
  }
}

export type Uploads = ReturnType<typeof useUploadSet>
