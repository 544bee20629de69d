import { acceptedExtensions, fileSize } from '@carpeta/domain/requests/document-rules'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { DocumentPicture } from '../../ui/display/document-picture.tsx'
import { Dropzone } from '../../ui/dropzone.ts'
import { Progress } from '../../ui/feedback/progress.ts'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import { AlertIcon, CameraIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import type { SlotFile as Stored } from './upload-set.ts'

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
        accept="image/jpeg,image/png"
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

interface SlotFileProps {
  file: Pick<Stored, 'name' | 'size' | 'file'>
  /** Why it cannot be sent. */
  error?: string | null
  /** The server's state of it. */
  state?: string | undefined
  disabled: boolean
  isClearing?: boolean
  /** Absent when the file cannot be removed. */
  onRemove?: (() => void) | undefined
  /** Its place among several, which can be changed. */
  order?: { index: number; count: number; onMove: (to: number) => void } | undefined
}

/** A chosen or stored file, with the reason if it cannot be sent. */
export function SlotFile({
  file,
  error,
  state,
  disabled,
  isClearing = false,
  onRemove,
  order,
}: SlotFileProps) {
  const { name, size } = file
  return (
    <div className={classes.file}>
      <DocumentPicture name={name} file={file.file} />
      <div>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          {fileSize(size)}
          {state && !error && ` · ${state}`}
        </p>
        {error && (
          <p className={classes.error} role="alert">
            <AlertIcon size={18} />
            {error}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {order && !disabled && <MoveButtons name={name} {...order} />}
        {onRemove && (
          <Button
            className={classes.remove}
            variant="subtle"
            size="sm"
            leftSection={<TrashIcon size={18} />}
            aria-label={`Quitar ${name}`}
            disabled={disabled}
            loading={isClearing}
            onClick={onRemove}
          >
            Quitar
          </Button>
        )}
      </div>
    </div>
  )
}

/** The progress of an upload. */
export function SendingBar({ percent }: { percent: number }) {
  return (
    <div className={classes.sending}>
      <p role="status">Enviando. No salgas de esta página.</p>
      <Progress.Root size="lg" className={classes.track}>
        <Progress.Section value={percent} aria-label="Avance del envío" />
      </Progress.Root>
      <p className={classes.detail}>{percent}&nbsp;%</p>
    </div>
  )
}
