import { useState } from 'react'
import { removeDocument } from '../../../api/member-requests.ts'
import {
  addFiles,
  empty,
  exchange,
  type HandIn,
  hold,
  isUploaded,
  type KeptDocument,
  type Place,
  withoutSurplus,
} from './upload-set.ts'

/** The documents that are being gathered, and what can be done with them. */
export function useHandIn(places: () => Place[]) {
  const [handIn, setHandIn] = useState<HandIn>(() => ({ places: places(), surplus: [] }))
  /** The places whose document is being taken back from the server. */
  const [emptying, setEmptying] = useState<number[]>([])
  const [failure, setFailure] = useState<unknown>()

  const change = (places: (now: Place[]) => Place[]) =>
    setHandIn((now) => ({ ...now, places: places(now.places) }))

  async function remove({ position, held }: Place) {
    setFailure(undefined)
    try {
      if (isUploaded(held)) {
        setEmptying((others) => [...others, position])
        await removeDocument(held.id)
      }
      setHandIn((now) => empty(now, position))
    } catch (error) {
      setFailure(error)
    } finally {
      setEmptying((others) => others.filter((each) => each !== position))
    }
  }

  return {
    handIn,
    emptying,
    failure,
    remove,
    add: (files: File[], at: number) => setHandIn((now) => addFiles(now, files, at)),
    move: (from: number, to: number) => setHandIn((now) => exchange(now, from, to)),
    removeSurplus: (file: File) => setHandIn((now) => withoutSurplus(now, file)),
    /** As the server has them, whatever was held here. */
    replace: (now: Place[]) => setHandIn({ places: now, surplus: [] }),
    /** The server has it now. */
    keep: (at: number, document: KeptDocument) => change((now) => hold(now, at, document)),
    refuse: (at: number) =>
      change((now) =>
        now.map((place) => (place.position === at ? { ...place, isRefused: true } : place)),
      ),
  }
}

export type Gathering = ReturnType<typeof useHandIn>
