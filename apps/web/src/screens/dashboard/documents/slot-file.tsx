import { fileSize } from '@carpeta/domain/requests/file-size'
import { Button } from '@mantine/core'
import { DocumentPicture } from '../../../ui/display/document-picture.tsx'
import { TrashIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import { isChosen, type Slot } from './upload-set.ts'

interface Props {
  content: NonNullable<Slot['content']>
  disabled: boolean
  isClearing?: boolean
  /** Absent when the file cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** A chosen file or an uploaded document. */
export function SlotFile({ content, disabled, isClearing = false, onRemove }: Props) {
  return (
    <div className={classes.file}>
      <DocumentPicture name={content.name} file={isChosen(content) ? content : null} />
      <div>
        <p className={classes.name}>{content.name}</p>
        <p className={classes.detail}>
          {fileSize(content.size)}
          {!isChosen(content) && ' · Ya subido'}
        </p>
      </div>
      {onRemove && (
        <Button
          className={classes.remove}
          variant="subtle"
          size="sm"
          leftSection={<TrashIcon size={18} />}
          aria-label={`Quitar ${content.name}`}
          disabled={disabled}
          loading={isClearing}
          onClick={onRemove}
        >
          Quitar
        </Button>
      )}
    </div>
  )
}
