import { NativeSelect } from '../../../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon } from '../../../ui/icons/icons.tsx'
import { AddPages } from './add-pages.tsx'
import classes from './documents.module.css'
import { FileChooser } from './file-chooser.tsx'
import { SlotFile } from './slot-file.tsx'
import { fileError, isSettled, type Slot, slotError } from './upload-set.ts'
import type { Uploads } from './use-upload-set.ts'

interface Props {
  slot: Slot
  uploads: Uploads
  /** While files are sent or removed. */
  disabled: boolean
  /** Moves the files to another slot. */
  onSwap: (to: number) => void
  /** Called on every change. */
  onChange: () => void
}

/** A required document: its title, its files, and the ways to add one. */
export function DocumentSlot({ slot, uploads, disabled, onSwap, onChange }: Props) {
  const { position, title, reason, files } = slot
  const { slots } = uploads.uploadSet
  const error = slotError(slot)
  const isWrong = error !== null || files.some((file) => fileError(file) !== null)
  // A replacement of a rejected document cannot be withdrawn once it is uploaded.
  const isFinal = reason !== '' && isSettled(slot)
  const changing = (change: () => void) => () => {
    onChange()
    change()
  }
  return (
    <li className={classes.slot} data-wrong={isWrong || undefined}>
      <p className={classes.title}>
        {files.length > 0 && !isWrong ? <CheckCircleIcon /> : <span className={classes.open} />}
        {title}
      </p>
      {reason && <p className={classes.reason}>Se rechazó el anterior: {reason}</p>}
      {files.map((file, index) => (
        <SlotFile
          key={file.key}
          file={file}
          error={fileError(file)}
          state={stateOf(slot, file.storedId)}
          disabled={disabled}
          isClearing={uploads.clearing.includes(file.key)}
          onRemove={isFinal ? undefined : changing(() => void uploads.remove(file))}
          order={
            files.length > 1
              ? {
                  index,
                  count: files.length,
                  onMove: (to) => changing(() => uploads.moveFile(position, file.key, to))(),
                }
              : undefined
          }
        />
      ))}
      {files.length === 0 && (
        <FileChooser
          title={title}
          isMultiple={slots.length > 1}
          disabled={disabled}
          onFiles={(chosen) => changing(() => uploads.add(chosen, position))()}
        />
      )}
      {files.length > 0 && !isFinal && uploads.keepsFiles && (
        <AddPages
          title={title}
          disabled={disabled}
          onFiles={(chosen) => changing(() => uploads.addPages(chosen, position))()}
        />
      )}
      {files.length > 1 && !error && (
        <p className={classes.detail}>Uniremos estos archivos en un solo PDF, en este orden.</p>
      )}
      {error && (
        <p className={classes.error} role="alert">
          <AlertIcon size={18} />
          {error}
        </p>
      )}
      {slot.isGuess && files.length > 0 && !isSettled(slot) && (
        <WhichDocument slot={slot} slots={slots} disabled={disabled} onSwap={onSwap} />
      )}
    </li>
  )
}

function stateOf(slot: Slot, storedId: number | null): string | undefined {
  if (isSettled(slot)) return 'Ya subido'
  return storedId === null ? undefined : 'Guardado'
}

/** Files chosen together are assigned in order; this corrects the assignment. */
function WhichDocument({
  slot,
  slots,
  disabled,
  onSwap,
}: Pick<Props, 'slot' | 'disabled' | 'onSwap'> & { slots: Slot[] }) {
  const free = slots.filter((each) => !isSettled(each))
  const isOne = slot.files.length === 1
  return (
    <NativeSelect
      size="sm"
      className={classes.which}
      label={isOne ? '¿Qué documento es este archivo?' : '¿Qué documento son estos archivos?'}
      disabled={disabled}
      value={String(slot.position)}
      onChange={({ currentTarget }) => onSwap(Number(currentTarget.value))}
      data={free.map(({ position, title }) => ({ value: String(position), label: title }))}
    />
  )
}
