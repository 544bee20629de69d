import { acceptedExtensions, fileError } from '@carpeta/domain/requests/document-rules'
import { FileButton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { PlusIcon } from '../ui/icons/icons.tsx'
import classes from './forms.module.css'

interface Props {
  /** Uploads it; shows its own failure. */
  add: (file: File, onProgress: (share: number) => void) => Promise<void>
  isDisabled: boolean
  /** The failure of the last change, beside the button. */
  failure?: ReactNode
}

/** A file is uploaded as soon as it is chosen. */
export function AttachFile({ add, isDisabled, failure }: Props) {
  const [upload, setUpload] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState('')
  const emptyChoice = useRef<() => void>(null)

  async function addChosen(file: File | null) {
    if (!file) return
    // Without a reset the browser does not report the same file again.
    emptyChoice.current?.()
    const error = fileError(file)
    setProblem(error?.text ?? '')
    if (error) return
    const tell = (share: number) => setUpload({ name: file.name, share })
    tell(0)
    await add(file, tell)
    setUpload(null)
  }

  return (
    <>
      {upload && (
        <div className={classes.upload} role="status">
          <p>Subiendo {upload.name}</p>
          <Progress value={upload.share * 100} aria-label={`Subiendo ${upload.name}`} />
        </div>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      {failure}
      <div>
        <FileButton
          accept={acceptedExtensions.join(',')}
          onChange={(file) => void addChosen(file)}
          resetRef={emptyChoice}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<PlusIcon size={16} />}
              // Not `disabled`, which would drop the focus.
              aria-disabled={isDisabled || upload !== null}
            >
              Adjuntar archivo
            </Button>
          )}
        </FileButton>
      </div>
    </>
  )
}
