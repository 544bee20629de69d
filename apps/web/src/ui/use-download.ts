import { useState } from 'react'
import { saveFile } from './save-file.ts'

interface Download {
  /** The name of the file that is loading. */
  underWay: string | null
  failure: unknown
  save: (name: string, fetchFile: () => Promise<Blob | null>) => Promise<void>
}

/** Fetches a file and saves it. An error stays until the next attempt. */
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
