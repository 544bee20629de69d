import type { ReactNode } from 'react'
import { MoreFiles } from './file-chooser.tsx'
import { UploadRow } from './file-row.tsx'
import { type UploadQueue, useUploads } from './upload-queue.ts'
import classes from './uploads.module.css'

interface Props {
  queue: UploadQueue<true>
  /** How many more files there may be. */
  free: number
  disabled?: boolean
  /** Why an upload failed, where the page has its own way to say it. */
  failure?: (error: unknown) => ReactNode
}

/** The files on their way, and the button that adds more: each is uploaded as soon as it is chosen. */
export function AttachedFiles({ queue, free, disabled = false, failure }: Props) {
  const uploads = useUploads(queue)
  return (
    <>
      {uploads.length > 0 && (
        <ul className={classes.slots}>
          {uploads.map((upload) => (
            <li key={upload.key}>
              <UploadRow queue={queue} upload={upload} failure={failure?.(upload.failure)} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <MoreFiles
          label="Adjuntar archivo"
          text="Adjuntar archivo"
          variant="default"
          disabled={disabled || free <= uploads.length}
          onFiles={(files) => queue.add(files, () => true)}
        />
      </div>
    </>
  )
}
