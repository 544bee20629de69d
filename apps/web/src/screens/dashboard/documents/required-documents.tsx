import { acceptedExtensions, MAX_FILE_MB } from '@carpeta/domain/document-rules'
import { useEffect, useRef } from 'react'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { DocumentSlot } from './document-slot.tsx'
import classes from './documents.module.css'
import { HeldFile } from './slot-file.tsx'
import type { Gathering } from './use-upload-set.ts'

interface Props {
  label: string
  gathering: Gathering
  /** What keeps them from being sent. */
  errors: string[]
  disabled: boolean
  /** Another choice was made: what was said of the one before is old. */
  onChange: () => void
  /** How often somebody wanted to send: then what is wrong comes into sight. */
  attempts?: number
}

/** One place for each document that is asked for. */
export function RequiredDocuments(props: Props) {
  const { label, gathering, errors, disabled, onChange, attempts = 0 } = props
  const { places, surplus } = gathering.handIn
  const wrong = useRef<HTMLDivElement>(null)
  const slots = useRef<HTMLOListElement>(null)
  const moved = useRef<number>(undefined)

  // The choice of the place goes along with its file, and so does the focus.
  useEffect(() => {
    const at = places.findIndex(({ position }) => position === moved.current)
    moved.current = undefined
    slots.current?.children[at]?.querySelector('select')?.focus()
  }, [places])

  useEffect(() => {
    if (attempts > 0) wrong.current?.focus()
  }, [attempts])

  return (
    <fieldset className={classes.documents}>
      <legend>{label}</legend>
      <p className={classes.detail}>
        {places.length > 1 && 'Elige un archivo para cada documento, o varios a la vez. '}
        Archivos {listed(acceptedExtensions)} de hasta {MAX_FILE_MB}&nbsp;MB cada uno.
      </p>
      <ol ref={slots} className={classes.slots}>
        {places.map((place) => (
          <DocumentSlot
            key={place.position}
            place={place}
            places={places}
            disabled={disabled || gathering.emptying.length > 0}
            isEmptying={gathering.emptying.includes(place.position)}
            onFiles={(files) => {
              onChange()
              gathering.add(files, place.position)
            }}
            onRemove={() => {
              onChange()
              void gathering.remove(place)
            }}
            onMove={(to) => {
              onChange()
              moved.current = to
              gathering.move(place.position, to)
            }}
          />
        ))}
      </ol>
      {surplus.length > 0 && <Surplus gathering={gathering} disabled={disabled} />}
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
      {gathering.failure !== undefined && <FailureNotice error={gathering.failure} />}
    </fieldset>
  )
}

function Surplus({ gathering, disabled }: Pick<Props, 'gathering' | 'disabled'>) {
  return (
    <div>
      <p className={classes.title}>Archivos que sobran</p>
      <ul className={classes.slots}>
        {gathering.handIn.surplus.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be the same in all else.
          <li key={index} className={classes.slot}>
            <HeldFile
              held={file}
              disabled={disabled}
              onRemove={() => gathering.removeSurplus(file)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** '.pdf, .png o .jpg'. */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' o ')
}
