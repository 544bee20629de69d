import { acceptedExtensions, MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { useEffect, useRef } from 'react'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon } from '../../ui/icons/icons.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { FileChooser, MoreFiles, TakePhoto } from '../../uploads/file-chooser.tsx'
import classes from '../../uploads/uploads.module.css'
import { SlotFile } from './slot-file.tsx'
import { fileError, isSettled, type Slot, slotError } from './upload-set.ts'
import type { Uploads } from './use-upload-set.ts'

interface Props {
  label: string
  uploads: Uploads
  /** The errors that prevent sending. */
  errors: string[]
  disabled: boolean
  /** Called on every change, to clear the previous error. */
  onChange: () => void
  /** The number of submit attempts. Each one moves the focus to the errors. */
  attempts?: number
}

/** The slots of the documents that a request needs. */
export function RequiredDocuments(props: Props) {
  const { label, uploads, errors, disabled, onChange, attempts = 0 } = props
  const { slots, surplus } = uploads.uploadSet
  const wrong = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<number>(undefined)
  // For the last of the surplus files, whose list leaves with it.
  const kept = useFocusKept<HTMLFieldSetElement>()

  // The slot's select moves with its file, and the focus follows.
  useEffect(() => {
    const at = slots.findIndex(({ position }) => position === moved.current)
    moved.current = undefined
    list.current?.children[at]?.querySelector('select')?.focus()
  }, [slots])

  useEffect(() => {
    if (attempts > 0) wrong.current?.focus()
  }, [attempts])

  return (
    <fieldset className={classes.documents} {...kept}>
      <legend>{label}</legend>
      <p className={classes.detail}>
        {slots.length > 1 && 'Elige un archivo para cada documento, o varios a la vez. '}
        {uploads.keepsFiles && 'Un documento puede tener varias páginas o fotos. '}
        Archivos {listed(acceptedExtensions)} de hasta {MAX_FILE_MB}&nbsp;MB cada uno.
      </p>
      <ol ref={list} className={classes.slots}>
        {slots.map((slot) => (
          <DocumentSlot
            key={slot.position}
            slot={slot}
            uploads={uploads}
            disabled={disabled || uploads.clearing.length > 0}
            onChange={onChange}
            onSwap={(to) => {
              onChange()
              moved.current = to
              uploads.swap(slot.position, to)
            }}
          />
        ))}
      </ol>
      {surplus.length > 0 && <Surplus uploads={uploads} disabled={disabled} />}
      {errors.length > 0 && (
        <div ref={wrong} tabIndex={-1}>
          {errors.map((error) => (
            <p key={error} className={classes.error} role="alert">
              <AlertIcon size={18} />
              {error}
            </p>
          ))}
        </div>
      )}
      {uploads.failure !== undefined && <FailureNotice error={uploads.failure} />}
    </fieldset>
  )
}

/** Files beyond the required number: a further page of a document, or one too many. */
function Surplus({ uploads, disabled }: Pick<Props, 'uploads' | 'disabled'>) {
  const { slots, surplus } = uploads.uploadSet
  return (
    <div>
      <p className={classes.title}>Archivos que sobran</p>
      <ul className={classes.slots}>
        {surplus.map((file) => (
          <li key={file.key} className={classes.slot}>
            <SlotFile
              file={file}
              error={fileError(file)}
              disabled={disabled}
              onRemove={() => void uploads.remove(file)}
            />
            {uploads.keepsFiles && (
              <NativeSelect
                size="sm"
                className={classes.which}
                label={`Agregar ${file.name} a`}
                disabled={disabled}
                value=""
                onChange={({ currentTarget }) => {
                  uploads.takeSurplus(file.key, Number(currentTarget.value))
                }}
                data={[
                  { value: '', label: 'Elige un documento', disabled: true },
                  ...slots.map(({ position, title }) => ({
                    value: String(position),
                    label: title,
                  })),
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** '.pdf, .png o .jpg'. */
function listed(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].join(' o ')
}

interface DocumentSlotProps {
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
function DocumentSlot({ slot, uploads, disabled, onSwap, onChange }: DocumentSlotProps) {
  const { position, title, reason, files } = slot
  const { slots } = uploads.uploadSet
  // The chooser gives way to the file, and comes back when it is removed.
  const kept = useFocusKept<HTMLLIElement>()
  const error = slotError(slot)
  const isWrong = error !== null || files.some((file) => fileError(file) !== null)
  // A replacement of a rejected document cannot be withdrawn once it is uploaded.
  const isFinal = reason !== '' && isSettled(slot)
  const changing = (change: () => void) => () => {
    onChange()
    change()
  }
  return (
    <li className={classes.slot} data-wrong={isWrong || undefined} {...kept}>
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
}: Pick<DocumentSlotProps, 'slot' | 'disabled' | 'onSwap'> & { slots: Slot[] }) {
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

interface AddPagesProps {
  title: string
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Adds further pages to a document, such as the other side of an identity card. */
function AddPages({ title, disabled, onFiles }: AddPagesProps) {
  return (
    <div className={classes.ways}>
      <MoreFiles
        label={`Agregar otra página: ${title}`}
        inputLabel={`Otra página: ${title}`}
        text="Agregar otra página"
        variant="subtle"
        disabled={disabled}
        onFiles={onFiles}
      />
      <TakePhoto title={title} disabled={disabled} onPhoto={(photo) => onFiles([photo])} />
    </div>
  )
}
