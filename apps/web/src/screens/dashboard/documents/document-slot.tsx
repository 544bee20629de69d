import { NativeSelect } from '../../../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import { FileChooser } from './file-chooser.tsx'
import { SlotFile } from './slot-file.tsx'
import { fileError, isChosen, isUploaded, type Slot } from './upload-set.ts'

interface Props {
  slot: Slot
  /** All slots, to move the file to another one. */
  slots: Slot[]
  /** While files are sent or this one is removed. */
  disabled: boolean
  isClearing: boolean
  onFiles: (files: File[]) => void
  onRemove: () => void
  onMove: (to: number) => void
}

/** A required document: its title, and its file or the ways to add one. */
export function DocumentSlot(props: Props) {
  const { slot, slots, disabled, isClearing, onFiles, onRemove } = props
  const { title, reason, content } = slot
  const isWrong = slot.isRefused || (isChosen(content) && fileError(content) !== null)
  return (
    <li className={classes.slot} data-wrong={isWrong || undefined}>
      <p className={classes.title}>
        {content && !isWrong ? <CheckCircleIcon /> : <span className={classes.open} />}
        {title}
      </p>
      {reason && <p className={classes.reason}>Se rechazó el anterior: {reason}</p>}
      {content ? (
        <SlotFile
          content={content}
          disabled={disabled}
          isClearing={isClearing}
          // A replacement of a rejected document cannot be withdrawn once it is uploaded.
          onRemove={reason && isUploaded(content) ? undefined : onRemove}
        />
      ) : (
        <FileChooser
          title={title}
          isMultiple={slots.length > 1}
          disabled={disabled}
          onFiles={onFiles}
        />
      )}
      {isWrong && (
        <p className={classes.error}>
          <AlertIcon size={18} />
          Este archivo no se puede enviar. Quítalo y elige otro.
        </p>
      )}
      {slot.isGuess && isChosen(content) && <WhichDocument {...props} />}
    </li>
  )
}

/** Files chosen together are assigned in order; this corrects the assignment. */
function WhichDocument({ slot, slots, disabled, onMove }: Props) {
  const free = slots.filter(({ content }) => !isUploaded(content))
  return (
    <NativeSelect
      size="sm"
      className={classes.which}
      label="¿Qué documento es este archivo?"
      disabled={disabled}
      value={String(slot.position)}
      onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      data={free.map(({ position, title }) => ({ value: String(position), label: title }))}
    />
  )
}
