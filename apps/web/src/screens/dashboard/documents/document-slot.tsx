import { NativeSelect } from '../../../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'
import { FileChooser } from './file-chooser.tsx'
import { HeldFile } from './slot-file.tsx'
import { fileError, isChosen, isUploaded, type Place } from './upload-set.ts'

interface Props {
  place: Place
  /** All of them: where it may belong instead. */
  places: Place[]
  /** Being sent, or this one being taken back: nothing can be changed. */
  disabled: boolean
  isEmptying: boolean
  onFiles: (files: File[]) => void
  onRemove: () => void
  onMove: (to: number) => void
}

/** One required document: its name, and the file for it or the ways to one. */
export function DocumentSlot(props: Props) {
  const { place, places, disabled, isEmptying, onFiles, onRemove } = props
  const { title, reason, held } = place
  const isWrong = place.isRefused || (isChosen(held) && fileError(held) !== null)
  return (
    <li className={classes.slot} data-wrong={isWrong || undefined}>
      <p className={classes.title}>
        {held && !isWrong ? <CheckCircleIcon /> : <span className={classes.open} />}
        {title}
      </p>
      {reason && <p className={classes.reason}>Se rechazó el anterior: {reason}</p>}
      {held ? (
        <HeldFile
          held={held}
          disabled={disabled}
          isEmptying={isEmptying}
          // What replaces a rejected document is the cooperative's as soon as it has arrived.
          onRemove={reason && isUploaded(held) ? undefined : onRemove}
        />
      ) : (
        <FileChooser
          title={title}
          isMultiple={places.length > 1}
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
      {place.isGuess && isChosen(held) && <WhichDocument {...props} />}
    </li>
  )
}

/** Files chosen together were put into places by their order: here it is set right. */
function WhichDocument({ place, places, disabled, onMove }: Props) {
  const free = places.filter(({ held }) => !isUploaded(held))
  return (
    <NativeSelect
      size="sm"
      className={classes.which}
      label="¿Qué documento es este archivo?"
      disabled={disabled}
      value={String(place.position)}
      onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      data={free.map(({ position, title }) => ({ value: String(position), label: title }))}
    />
  )
}
