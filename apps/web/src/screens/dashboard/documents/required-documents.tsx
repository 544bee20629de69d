import { acceptedExtensions, MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { useEffect, useRef } from 'react'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { NativeSelect } from '../../../ui/fields/inputs.ts'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { DocumentSlot } from './document-slot.tsx'
import classes from './documents.module.css'
import { SlotFile } from './slot-file.tsx'
import { fileError } from './upload-set.ts'
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
    <fieldset className={classes.documents}>
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
