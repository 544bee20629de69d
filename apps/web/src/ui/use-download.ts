import { useState } from 'react'
import { saveFile } from './save-file.ts'

export interface Download {
  /** The name of the file that is on its way. */
  underWay: string | null
  failure: unknown
  save: (name: string, fetchFile: () => Promise<Blob | null>) => Promise<void>
}

/** Fetches a file and saves it; what went wrong stays until the next try. */
export function useDownload(): Download {
  const [underWay, setUnderWay] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>()

  async function save(name: string, fetchFile: () => Promise<Blob | null>) {
    setUnderWay(name)
    setFailure(undefined)
    try {
      const file = await fetchFile()
      if (file) saveFile(file, name)
    } catch (error) {
      setFailure(error)
    } finally {
      setUnderWay(null)
    }
  }

  return { underWay, failure, save }
}
