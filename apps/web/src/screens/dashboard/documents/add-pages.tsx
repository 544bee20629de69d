import { FileButton } from '@mantine/core'
import { useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { PlusIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import { ACCEPTED } from './file-chooser.tsx'
import { TakePhoto } from './take-photo.tsx'

interface Props {
  title: string
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Adds further pages to a document, such as the other side of an identity card. */
export function AddPages({ title, disabled, onFiles }: Props) {
  const emptyChoice = useRef<() => void>(null)
  return (
    <div className={classes.ways}>
      <FileButton
        multiple
        accept={ACCEPTED}
        resetRef={emptyChoice}
        inputProps={{ 'aria-label': `Otra página: ${title}` }}
        onChange={(files) => {
          // Without a reset the browser does not report the same file again.
          emptyChoice.current?.()
          if (files.length > 0) onFiles(files)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            size="sm"
            disabled={disabled}
            leftSection={<PlusIcon size={18} />}
            aria-label={`Agregar otra página: ${title}`}
          >
            Agregar otra página
          </Button>
        )}
      </FileButton>
      <TakePhoto title={title} disabled={disabled} onPhoto={(photo) => onFiles([photo])} />
    </div>
  )
}
