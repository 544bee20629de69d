import { useState, useSyncExternalStore } from 'react'
import { UploadQueue } from './upload-queue.ts'

type Queue<Place> = ConstructorParameters<typeof UploadQueue<Place>>

/** A queue of this component. @param options as they are at first */
export function useUploadQueue<Place>(...options: Queue<Place>) {
  const [queue] = useState(() => new UploadQueue(...options))
  return { queue, uploads: useUploads(queue) }
}

export function useUploads<Place>(queue: UploadQueue<Place>) {
  return useSyncExternalStore(queue.subscribe, () => queue.uploads)
}
