import { useState } from 'react'
import { removeDocument } from '../../../api/member-requests.ts'
import {
  addFiles,
  clearSlot,
  fillSlot,
  isUploaded,
  removeSurplus,
  type Slot,
  swapSlots,
  type UploadedDocument,
  type UploadSet,
} from './upload-set.ts'

/** The upload set of a form, with the operations on it. */
export function useUploadSet(slots: () => Slot[]) {
  const [uploadSet, setUploadSet] = useState<UploadSet>(() => ({ slots: slots(), surplus: [] }))
  /** The slots whose document is being removed from the server. */
  const [clearing, setClearing] = useState<number[]>([])
  const [failure, setFailure] = useState<unknown>()

  const change = (slots: (now: Slot[]) => Slot[]) =>
    setUploadSet((now) => ({ ...now, slots: slots(now.slots) }))

  async function remove({ position, content }: Slot) {
    setFailure(undefined)
    try {
      if (isUploaded(content)) {
        setClearing((others) => [...others, position])
        await removeDocument(content.id)
      }
      setUploadSet((now) => clearSlot(now, position))
    } catch (error) {
      setFailure(error)
    } finally {
      setClearing((others) => others.filter((each) => each !== position))
    }
  }

  return {
    uploadSet,
    clearing,
    failure,
    remove,
    add: (files: File[], at: number) => setUploadSet((now) => addFiles(now, files, at)),
    move: (from: number, to: number) => setUploadSet((now) => swapSlots(now, from, to)),
    removeSurplus: (file: File) => setUploadSet((now) => removeSurplus(now, file)),
    /** Replaces all slots with the server's. */
    replace: (now: Slot[]) => setUploadSet({ slots: now, surplus: [] }),
    /** The server has the document now. */
    markUploaded: (at: number, document: UploadedDocument) =>
      change((now) => fillSlot(now, at, document)),
    markRejected: (at: number) =>
      change((now) =>
        now.map((slot) => (slot.position === at ? { ...slot, isRefused: true } : slot)),
      ),
  }
}

export type Uploads = ReturnType<typeof useUploadSet>
