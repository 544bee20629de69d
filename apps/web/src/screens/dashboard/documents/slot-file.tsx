import { fileSize } from '@carpeta/domain/file-size'
import { Button } from '@mantine/core'
import { DocumentPicture } from '../../../ui/display/document-picture.tsx'
import { TrashIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import { isChosen, type Place } from './upload-set.ts'

interface Props {
  held: NonNullable<Place['held']>
  disabled: boolean
  isEmptying?: boolean
  /** Left out where it cannot be taken back. */
  onRemove?: (() => void) | undefined
}

/** A file to be handed in, or one that the server has already. */
export function HeldFile({ held, disabled, isEmptying = false, onRemove }: Props) {
  return (
    <div className={classes.held}>
      <DocumentPicture name={held.name} file={isChosen(held) ? held : null} />
      <div>
        <p className={classes.name}>{held.name}</p>
        <p className={classes.detail}>
          {fileSize(held.size)}
          {!isChosen(held) && ' · Ya subido'}
        </p>
      </div>
      {onRemove && (
        <Button
          className={classes.remove}
          variant="subtle"
          size="sm"
          leftSection={<TrashIcon size={18} />}
          aria-label={`Quitar ${held.name}`}
          disabled={disabled}
          loading={isEmptying}
          onClick={onRemove}
        >
          Quitar
        </Button>
      )}
    </div>
  )
}
