import { acceptedExtensions } from '@carpeta/domain/requests/document-rules'
import { useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dropzone } from '../../../ui/dropzone.ts'
import classes from './documents.module.css'
import { TakePhoto } from './take-photo.tsx'

// With explicit types an iPhone sends its photos as JPEG instead of HEIC.
export const ACCEPTED = [...acceptedExtensions, 'application/pdf', 'image/png', 'image/jpeg'].join(
  ',',
)

interface Props {
  title: string
  isMultiple: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Adds a file by choosing it, dropping it or taking a photo. */
export function FileChooser({ title, isMultiple, disabled, onFiles }: Props) {
  const openChooser = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes.chooser}
      openRef={openChooser}
      multiple={isMultiple}
      disabled={disabled}
      // Rejected files are listed with their error instead of being ignored.
      onDrop={onFiles}
      onReject={(refused) => onFiles(refused.map(({ file }) => file))}
      // The button below handles clicks and keys.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ accept: ACCEPTED, 'aria-label': `Archivo: ${title}` }}
    >
      <div className={classes.ways}>
        <Button
          variant="default"
          disabled={disabled}
          aria-label={`Elegir archivo: ${title}`}
          onClick={() => openChooser.current?.()}
        >
          Elegir archivo
        </Button>
        <TakePhoto title={title} disabled={disabled} onPhoto={(photo) => onFiles([photo])} />
        <span className={classes.drop}>o arrástralo hasta aquí</span>
      </div>
    </Dropzone>
  )
}
