import { fileSize } from '@carpeta/domain/requests/document-rules'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isConnectionLost } from '../api/api-error.ts'
import { documentPictureQuery } from '../documents/calls.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DocumentPicture } from '../ui/display/document-picture.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { MoveButtons } from '../ui/fields/move-buttons.tsx'
import { AlertIcon, CheckCircleIcon, CrossIcon, TrashIcon } from '../ui/icons/icons.tsx'
import type { Upload, UploadQueue } from './upload-queue.ts'
import classes from './uploads.module.css'

export interface FileRowProps {
  name: string
  size: number
  /** Present for a file of this device. */
  file: File | null
  /** The server's id, once it keeps the file. */
  storedId?: number | null
  /** Its way to the server; absent once it is stored. */
  upload?: Upload | undefined
  disabled: boolean
  isRemoving?: boolean
  /** Absent when the file cannot be removed. */
  onRemove?: (() => void) | undefined
  onRetry?: () => void
  /** Its place among several, which can be changed. */
  order?: { index: number; count: number; onMove: (to: number) => void } | undefined
  /** Why its upload failed, where the page has its own way to say it. */
  failure?: ReactNode
}

/** A file with its picture, and what becomes of it. */
export function FileRow(props: FileRowProps) {
  const { name, size, file, storedId = null, upload, disabled, onRemove, order } = props
  const percent = upload?.percent ?? null
  return (
    <div className={classes.file}>
      <Picture name={name} file={file} storedId={storedId} />
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          {fileSize(size)}
          {storedId !== null && (
            <span className={classes.stored}>
              {' · '}
              <CheckCircleIcon size={16} />
              Subido
            </span>
          )}
          {upload && ` · ${stateOf(upload)}`}
        </p>
        {percent !== null && (
          <Progress
            className={classes.track ?? ''}
            value={percent}
            aria-label={`Subiendo ${name}`}
          />
        )}
        {upload?.refusal && (
          <p className={classes.error} role="alert">
            <AlertIcon size={18} />
            {upload.refusal}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {order && !disabled && <MoveButtons name={name} {...order} />}
        {onRemove && (
          <Button
            className={classes.remove}
            data-removes
            variant="subtle"
            size="sm"
            leftSection={percent === null ? <TrashIcon size={18} /> : <CrossIcon size={18} />}
            aria-label={`${percent === null ? 'Quitar' : 'Cancelar'} ${name}`}
            disabled={disabled}
            loading={props.isRemoving ?? false}
            onClick={onRemove}
          >
            {percent === null ? 'Quitar' : 'Cancelar'}
          </Button>
        )}
      </div>
      {upload && <Failure {...props} upload={upload} />}
    </div>
  )
}

interface UploadRowProps<Place> {
  queue: UploadQueue<Place>
  upload: Upload<Place>
  /** Why its upload failed, where the page has its own way to say it. */
  failure?: ReactNode
}

/** A file of a queue: what is held until its form is sent says nothing of an upload. */
export function UploadRow<Place>({ queue, upload, failure }: UploadRowProps<Place>) {
  const { key, file, place, refusal, isConverting } = upload
  const isHeld = place === null && !isConverting && !refusal && upload.failure === undefined
  return (
    <FileRow
      name={file.name}
      size={file.size}
      file={file}
      upload={isHeld ? undefined : upload}
      disabled={false}
      onRemove={() => queue.remove(key)}
      onRetry={() => void queue.resume()}
      failure={failure}
    />
  )
}

function stateOf({ isConverting, place, percent, refusal, failure }: Upload): string {
  if (refusal) return 'No se subió'
  if (isConverting) return 'Preparando la foto'
  if (percent !== null) return `Subiendo ${percent}\u00a0%`
  if (isConnectionLost(failure)) return 'Se subirá solo cuando vuelva la conexión'
  if (failure !== undefined) return 'No se subió'
  return place === null ? 'Sin subir' : 'En espera'
}

/** A lost connection is told once, above the page. */
function Failure({ upload, onRetry = () => {}, failure }: FileRowProps & { upload: Upload }) {
  const { failure: error, refusal } = upload
  if (refusal || error === undefined || isConnectionLost(error)) return null
  return (
    <div className={classes.below}>
      {failure ?? <LoadFailure error={error as Error} onRetry={onRetry} />}
    </div>
  )
}

/** The picture of a file of this device at once; of a stored one, the server's. */
function Picture({ name, file, storedId }: Pick<FileRowProps, 'name' | 'file' | 'storedId'>) {
  const { data } = useQuery({
    ...documentPictureQuery(storedId ?? 0),
    enabled: file === null && typeof storedId === 'number',
  })
  return <DocumentPicture name={name} file={file} picture={data?.picture ?? null} />
}
