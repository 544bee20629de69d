import {
  acceptedExtensions,
  isTwoSided,
  MAX_FILE_MB,
  TWO_SIDES,
} from '@carpeta/domain/requests/document-rules'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { AlertIcon, CheckCircleIcon, ChevronDownIcon } from '../ui/icons/icons.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
import { FileChooser, MoreFiles, TakePhoto } from '../uploads/file-chooser.tsx'
import { FileRow } from '../uploads/file-row.tsx'
import classes from '../uploads/uploads.module.css'
import {
  type DraftState,
  type FormDraft,
  type FormFile,
  type FormSlot,
  slotError,
} from './form-draft.ts'

interface Props {
  label: string
  draft: FormDraft
  state: DraftState
  slots: FormSlot[]
  /** Files of no document. */
  surplus: FormFile[]
  /** What is wrong with the number of documents; null when nothing is. */
  error: string | null
  disabled: boolean
  /** Called on every change, to clear the previous error. */
  onChange: () => void
  /** Whether the member tried to send the draft. */
  wasTried: boolean
}

/** The documents that a draft needs, each with its files, or the optional files. */
export function DraftDocuments(props: Props) {
  const { label, draft, state, slots, surplus, error, disabled, onChange, wasTried } = props
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<number>(undefined)
  // For the last of the surplus files, whose list leaves with it.
  const kept = useFocusKept<HTMLFieldSetElement>()
  /** Files that were chosen together got their documents by their order alone. */
  const [areGuessed, setGuessed] = useState(false)
  const isHeld = disabled || state.removing.length > 0
  const areOptional = slots.every((slot) => slot.is_optional)

  // The document's select moves with its files, and the focus follows.
  useEffect(() => {
    const at = slots.findIndex(({ position }) => position === moved.current)
    moved.current = undefined
    const select = list.current?.children[at]?.querySelector('select')
    select?.closest('details')?.setAttribute('open', '')
    select?.focus()
  }, [slots])

  const rowOf = ({ key, upload, ...file }: FormFile) => ({
    ...file,
    upload: draft.keepsFiles || upload?.refusal ? upload : undefined,
    disabled: isHeld,
    isRemoving: file.storedId !== null && state.removing.includes(file.storedId),
    onRemove: () => {
      onChange()
      draft.removeFile(key)
    },
    onRetry: () => void draft.queue.resume(),
  })

  return (
    <fieldset className={classes.documents} {...kept}>
      <legend>{label}</legend>
      <ol ref={list} className={classes.slots}>
        {slots.map((slot) => (
          <DocumentSlot
            key={slot.position}
            slot={slot}
            draft={draft}
            isLacking={error !== null && wasTried && slot.files.length === 0}
            disabled={isHeld}
            isMultiple={slots.length > 1 || slot.is_optional}
            onAdd={(files) => {
              onChange()
              if (files.length > 1 && slot.files.length === 0) setGuessed(true)
              draft.addFiles(files, slot)
            }}
            row={(file, index) => (
              <FileRow
                {...rowOf(file)}
                order={
                  slot.files.length > 1 && file.storedId !== null
                    ? {
                        index,
                        count: slot.files.filter(({ storedId }) => storedId !== null).length,
                        onMove: (to) => draft.place(file.key, slot.position, to),
                      }
                    : undefined
                }
              />
            )}
          >
            {slots.length > 1 && (areGuessed || slot.files.some(({ file }) => file === null)) && (
              <WhichDocument
                slot={slot}
                slots={slots}
                disabled={isHeld}
                onSwap={(to) => {
                  onChange()
                  moved.current = to
                  draft.swap(slot.position, to)
                }}
              />
            )}
          </DocumentSlot>
        ))}
      </ol>
      {surplus.length > 0 && (
        <div>
          <p className={classes.title}>Archivos que sobran</p>
          <ul className={classes.slots}>
            {surplus.map((file) => (
              <li key={file.key} className={classes.slot}>
                <FileRow {...rowOf(file)} />
                {draft.keepsFiles && (
                  <AddTo
                    file={file}
                    slots={slots}
                    disabled={isHeld}
                    onChosen={(slot) => draft.place(file.key, slot.position, slot.files.length)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {error && (
        <div tabIndex={-1} data-count-wrong>
          <Wrong>{error}</Wrong>
        </div>
      )}
      <p className={classes.detail}>
        {!areOptional && draft.keepsFiles && 'Un documento puede tener varias páginas o fotos. '}
        Archivos {listed(acceptedExtensions)} de hasta {MAX_FILE_MB}&nbsp;MB cada uno
        {draft.keepsFiles && '; se envían al final'}.
      </p>
      {state.failure !== undefined && <FailureNotice error={state.failure} />}
    </fieldset>
  )
}

function Wrong({ children }: { children: string }) {
  return (
    <p className={classes.error} role="alert">
      <AlertIcon size={18} />
      {children}
    </p>
  )
}

/** '.pdf, .png o .jpg'. */
function listed(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].join(' o ')
}

interface DocumentSlotProps {
  slot: FormSlot
  draft: FormDraft
  /** It was sent without this document. */
  isLacking: boolean
  disabled: boolean
  isMultiple: boolean
  onAdd: (files: File[]) => void
  row: (file: FormFile, index: number) => ReactNode
  /** Under the files. */
  children: ReactNode
}

/** A document: its title, its files, and the ways to add one. */
function DocumentSlot(props: DocumentSlotProps) {
  const { slot, draft, isLacking, disabled, isMultiple, onAdd, row, children } = props
  const { title, reason, files } = slot
  const [another, more] = slot.is_optional
    ? ['Otro archivo', 'Agregar otro archivo']
    : ['Otra página', 'Agregar otra página']
  // The chooser gives way to the file, and comes back when it is removed.
  const kept = useFocusKept<HTMLLIElement>()
  const error = slotError(slot)
  const isWrong = isLacking || error !== null || files.some(({ upload }) => upload?.refusal)
  const isStored = files.length > 0 && files.every(({ storedId }) => storedId !== null)
  return (
    <li
      className={slot.is_optional && files.length === 0 ? undefined : classes.slot}
      data-wrong={isWrong || undefined}
      {...kept}
    >
      {!slot.is_optional && (
        <p className={classes.title}>
          {isStored && !isWrong ? <CheckCircleIcon /> : <span className={classes.open} />}
          <span>
            {title}
            {isLacking && <span className={classes.lacking}> · Falta</span>}
          </span>
        </p>
      )}
      {reason && <p className={classes.reason}>Se rechazó el anterior: {reason}</p>}
      {draft.keepsFiles && isTwoSided(title) && files.length < 2 && (
        <p className={classes.detail}>{TWO_SIDES}</p>
      )}
      {files.map((file, index) => (
        <div key={file.key}>{row(file, index)}</div>
      ))}
      {files.length === 0 && (
        <FileChooser title={title} isMultiple={isMultiple} disabled={disabled} onFiles={onAdd} />
      )}
      {files.length > 1 && !error && (
        <p className={classes.detail}>Uniremos estos archivos en un solo PDF, en este orden.</p>
      )}
      {error && <Wrong>{error}</Wrong>}
      {files.length > 0 && (draft.keepsFiles || children) && (
        <Changes isFolded={!slot.is_optional && !isWrong} label={`${CHANGE}: ${title}`}>
          {draft.keepsFiles && (
            <div className={classes.ways}>
              <MoreFiles
                label={`${more}: ${title}`}
                inputLabel={`${another}: ${title}`}
                text={more}
                variant="subtle"
                disabled={disabled}
                onFiles={onAdd}
              />
              <TakePhoto title={title} disabled={disabled} onPhoto={(photo) => onAdd([photo])} />
            </div>
          )}
          {children}
        </Changes>
      )}
    </li>
  )
}

const CHANGE = 'Agregar otra página o cambiar'

interface ChangesProps {
  isFolded: boolean
  /** Of which document. */
  label: string
  children: ReactNode
}

/** What else can be done with a document that has its file: folded, for most are finished so. */
function Changes({ isFolded, label, children }: ChangesProps) {
  if (!isFolded) return children
  return (
    <details className={classes.changes}>
      <summary aria-label={label}>
        {CHANGE}
        <ChevronDownIcon size={16} />
      </summary>
      {children}
    </details>
  )
}

interface ChoiceProps {
  slots: FormSlot[]
  disabled: boolean
}

/** Corrects the document of files that were assigned by their order. */
function WhichDocument({
  slot,
  slots,
  disabled,
  onSwap,
}: ChoiceProps & { slot: FormSlot; onSwap: (to: number) => void }) {
  // A file on its way arrives where it was meant for.
  const isSending = slots.some(({ files }) =>
    files.some(({ upload }) => (upload?.percent ?? null) !== null),
  )
  return (
    <NativeSelect
      size="sm"
      className={classes.which}
      label={
        slot.files.length === 1
          ? '¿Qué documento es este archivo?'
          : '¿Qué documento son estos archivos?'
      }
      disabled={disabled || isSending}
      value={String(slot.position)}
      onChange={({ currentTarget }) => onSwap(Number(currentTarget.value))}
      data={slots.map(({ position, title }) => ({ value: String(position), label: title }))}
    />
  )
}

function AddTo({
  file,
  slots,
  disabled,
  onChosen,
}: ChoiceProps & { file: FormFile; onChosen: (slot: FormSlot) => void }) {
  return (
    <NativeSelect
      size="sm"
      className={classes.which}
      label={`Agregar ${file.name} a`}
      disabled={disabled}
      value=""
      onChange={({ currentTarget }) => {
        const slot = slots.find(({ position }) => String(position) === currentTarget.value)
        if (slot) onChosen(slot)
      }}
      data={[
        { value: '', label: 'Elige un documento', disabled: true },
        ...slots.map(({ position, title }) => ({ value: String(position), label: title })),
      ]}
    />
  )
}
