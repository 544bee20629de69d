import { fileSize } from '@carpeta/domain/requests/document-rules'
import { Button } from '../../ui/buttons/button.tsx'
import { DocumentPicture } from '../../ui/display/document-picture.tsx'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import { AlertIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import classes from '../../uploads/uploads.module.css'
import type { SlotFile as Stored } from './upload-set.ts'

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
