import { acceptedExtensions } from '@carpeta/domain/requests/document-rules'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useRef } from 'react'
import classes from './documents.module.css'
import { TakePhoto } from './take-photo.tsx'

// With the kinds spelled out an iPhone hands over its photos as JPEG rather than as HEIC.
const ACCEPTED = [...acceptedExtensions, 'application/pdf', 'image/png', 'image/jpeg'].join(',')

interface Props {
  title: string
  /** Several may be chosen at once. */
  isMultiple: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Chosen, dropped, or photographed: any way to a file for this document. */
export function FileChooser({ title, isMultiple, disabled, onFiles }: Props) {
  const openChooser = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes.chooser}
      openRef={openChooser}
      multiple={isMultiple}
      disabled={disabled}
      // What may not be handed in is shown with its sentence instead of being ignored.
      onDrop={onFiles}
      onReject={(refused) => onFiles(refused.map(({ file }) => file))}
      // The button is what is clicked and reached by keyboard.
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
