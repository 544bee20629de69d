import { acceptedExtensions, MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { fileSize } from '@carpeta/domain/requests/file-size'
import { FileButton } from '@mantine/core'
import { useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PlusIcon } from '../../../ui/icons/icons.tsx'
import classes from './filing.module.css'

interface Props {
  /** The name of the required document. */
  title: string
  file: File | null
  error: string
  isBusy: boolean
  onChosen: (file: File) => void
}

export function RequiredFile({ title, file, error, isBusy, onChosen }: Props) {
  const emptyChoice = useRef<() => void>(null)
  return (
    <li className={classes.file}>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.detail}>
          {file
            ? `${file.name} · ${fileSize(file.size)}`
            : `PDF, PNG o JPG, hasta ${MAX_FILE_MB}\u00a0MB`}
        </p>
      </div>
      <FileButton
        accept={acceptedExtensions.join(',')}
        resetRef={emptyChoice}
        onChange={(chosen) => {
          // Without a reset the browser does not report the same file again.
          emptyChoice.current?.()
          if (chosen) onChosen(chosen)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<PlusIcon size={16} />}
            aria-label={`${file ? 'Cambiar' : 'Elegir'} archivo: ${title}`}
            disabled={isBusy}
          >
            {file ? 'Cambiar archivo' : 'Elegir archivo'}
          </Button>
        )}
      </FileButton>
      {error && <Notice tone="error">{error}</Notice>}
    </li>
  )
}
