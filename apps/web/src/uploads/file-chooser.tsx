import { acceptedExtensions } from '@carpeta/domain/requests/document-rules'
import { FileButton } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { Dropzone } from '../ui/dropzone.ts'
import { CameraIcon, PlusIcon } from '../ui/icons/icons.tsx'
import classes from './uploads.module.css'

// Apple's browsers convert a HEIC photo to the first picture type that the input takes, unless it takes
// HEIC or image/* (tried out in https://zenn.dev/kou_pg_0131/articles/safari-input-file-heic).
const PHOTOS = 'image/jpeg,image/png'
const ACCEPTED = [PHOTOS, 'application/pdf', ...acceptedExtensions].join(',')

interface Props {
  title: string
  isMultiple: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Adds a file by choosing it, dropping it or taking a photo. */
export function FileChooser({ title, isMultiple, disabled, onFiles }: Props) {
  return (
    <DropArea
      label={`Archivo: ${title}`}
      isMultiple={isMultiple}
      disabled={disabled}
      onFiles={onFiles}
    >
      {(open) => (
        <>
          <Button
            variant="default"
            disabled={disabled}
            aria-label={`Elegir archivo: ${title}`}
            onClick={open}
          >
            Elegir archivo
          </Button>
          <TakePhoto title={title} disabled={disabled} onPhoto={(photo) => onFiles([photo])} />
          <span className={classes.drop}>o arrástralo hasta aquí</span>
        </>
      )}
    </DropArea>
  )
}

interface DropAreaProps extends Omit<Props, 'title'> {
  label: string
  /** The buttons within, given how to open the dialog. */
  children: (open: () => void) => ReactNode
}

/** Takes dropped files, wrong ones too: each is listed with what is wrong. */
export function DropArea({ label, isMultiple, disabled, onFiles, children }: DropAreaProps) {
  const openChooser = useRef<() => void>(null)
  return (
    <Dropzone
      className={classes.chooser}
      openRef={openChooser}
      multiple={isMultiple}
      disabled={disabled}
      onDrop={onFiles}
      onReject={(refused) => onFiles(refused.map(({ file }) => file))}
      // The button below handles clicks and keys.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ accept: ACCEPTED, 'aria-label': label }}
    >
      <div className={classes.ways}>{children(() => openChooser.current?.())}</div>
    </Dropzone>
  )
}

interface MoreFilesProps {
  /** Of the button. */
  label: string
  text: string
  /** Of the input. */
  inputLabel?: string
  variant: 'default' | 'subtle'
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** A button that adds files to those that are listed above it. */
export function MoreFiles({ label, text, inputLabel, variant, disabled, onFiles }: MoreFilesProps) {
  const emptyChoice = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={ACCEPTED}
      resetRef={emptyChoice}
      inputProps={{ 'aria-label': inputLabel ?? label }}
      onChange={(files) => {
        // Without a reset the browser does not report the same file again.
        emptyChoice.current?.()
        if (files.length > 0) onFiles(files)
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant={variant}
          size="sm"
          leftSection={<PlusIcon size={18} />}
          aria-label={label}
          // Not `disabled`, which would drop the focus.
          aria-disabled={disabled}
        >
          {text}
        </Button>
      )}
    </FileButton>
  )
}

interface TakePhotoProps {
  title: string
  disabled: boolean
  onPhoto: (photo: File) => void
}

/** Opens the camera on a handheld device, besides the file chooser. */
export function TakePhoto({ title, disabled, onPhoto }: TakePhotoProps) {
  const camera = useRef<HTMLInputElement>(null)

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [photo] = currentTarget.files ?? []
    if (photo) onPhoto(photo)
    // The same photo can be chosen again after it was removed.
    currentTarget.value = ''
  }

  return (
    <span className={classes.camera}>
      <input
        ref={camera}
        type="file"
        accept={PHOTOS}
        capture="environment"
        hidden
        aria-label={`Foto: ${title}`}
        onChange={take}
      />
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<CameraIcon size={18} />}
        aria-label={`Tomar foto: ${title}`}
        onClick={() => camera.current?.click()}
      >
        Tomar foto
      </Button>
    </span>
  )
}
