import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  documentCategories,
  documentCategoryNames,
  MAX_DOCUMENT_TITLE,
  memberDocumentErrors,
  proposeDocument,
} from '@carpeta/domain/member-documents/member-document-rules'
import {
  acceptedExtensions,
  fileSize,
  isAcceptedFile,
  typeRefusal,
} from '@carpeta/domain/requests/document-rules'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { refusalIn } from '../../api/client/field-errors.ts'
import { serverNow } from '../../api/client/server-clock.ts'
import {
  type Holder,
  type NewDocument,
  publishDocument,
  publishedQuery,
} from '../../api/published-documents.ts'
import { showErrors } from '../../forms/show-errors.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dropzone } from '../../ui/dropzone.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Progress } from '../../ui/feedback/progress.ts'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import { CrossIcon } from '../../ui/icons/icons.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import classes from './member-documents.module.css'

interface Chosen {
  key: number
  file: File
  fields: NewDocument
  errors: Partial<Record<string, string>>
  /** What was refused beside the fields. */
  failure: ReactNode
  /** Percent while it is sent; null before and after. */
  percent: number | null
}

interface Props {
  code: string
  holder: Holder
  onClose: () => void
}

/** Several files at once, each with the fields that its name proposes; what fails stays to be tried again. */
export function PublishDialog({ code, holder, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [isBusy, setBusy] = useState(false)
  const nextKey = useRef(0)
  const openChooser = useRef<() => void>(null)
  const kept = useFocusKept<HTMLDivElement>()
  const client = useQueryClient()

  function add(files: File[]) {
    const added = files.map((file) => ({
      ...{ key: nextKey.current++, file, percent: null, failure: fileProblem(file), errors: {} },
      fields: fieldsFor(file, code),
    }))
    setChosen((before) => [...before, ...added])
  }

  function change(key: number, changes: Partial<Chosen>) {
    setChosen((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  }

  const remove = (key: number) => setChosen((all) => all.filter((each) => each.key !== key))

  async function send({ key, file, fields }: Chosen): Promise<boolean> {
    change(key, { percent: 0, errors: {}, failure: null })
    try {
      await publishDocument({ code, holder }, fields, file, (share) =>
        change(key, { percent: Math.round(share * 100) }),
      )
      remove(key)
      return true
    } catch (error) {
      const errors = refusalIn(error)?.fields ?? {}
      const { document, ...others } = errors
      const isOfField = Object.keys(others).length > 0
      change(key, {
        percent: null,
        errors: others,
        failure: document ?? (isOfField ? null : <FailureNotice error={error} />),
      })
      return false
    }
  }

  async function sendAll() {
    const judged = chosen.map((each) => ({ ...each, errors: errorsOf(each.fields) }))
    // The first error may be several screens above the button.
    showErrors(kept.ref.current, () => setChosen(judged))
    if (judged.some(({ errors }) => Object.keys(errors).length > 0)) return
    setBusy(true)
    let failed = 0
    for (const each of judged.filter(({ file }) => fileProblem(file) === null)) {
      if (!(await send(each))) failed += 1
    }
    showErrors(kept.ref.current, () => setBusy(false))
    await client.invalidateQueries({ queryKey: publishedQuery(code).queryKey })
    if (failed === 0 && judged.every(({ file }) => fileProblem(file) === null)) onClose()
  }

  return (
    <Dialog
      title={`Publicar documentos en ${code}`}
      size="lg"
      isBusy={isBusy}
      closeOnClickOutside={false}
      onClose={onClose}
      buttons={
        <>
          <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => void sendAll()}>
            {chosen.length > 1 ? `Publicar ${chosen.length} documentos` : 'Publicar'}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <div className={classes.publish} {...kept}>
        <Dropzone
          className={classes.chooser}
          openRef={openChooser}
          multiple
          disabled={isBusy}
          onDrop={add}
          onReject={(refused) => add(refused.map(({ file }) => file))}
          activateOnClick={false}
          activateOnKeyboard={false}
          enablePointerEvents
          inputProps={{ accept: ACCEPTED, 'aria-label': 'Archivos' }}
        >
          <div className={classes.ways}>
            <Button variant="default" disabled={isBusy} onClick={() => openChooser.current?.()}>
              Elegir archivos
            </Button>
            <span className={classes.detail}>o arrástralos hasta aquí</span>
          </div>
        </Dropzone>
        <p className={classes.detail}>
          {holder && `Los verá ${holder.name}, titular de la venta. `}PDF, PNG o JPG. El título, la
          categoría y la fecha se proponen según el nombre del archivo.
        </p>
        <ul className={classes.chosen}>
          {chosen.map((each) => (
            <li key={each.key}>
              <ChosenFile
                chosen={each}
                isBusy={isBusy}
                onChange={(fields) => change(each.key, { fields: { ...each.fields, ...fields } })}
                onRemove={() => remove(each.key)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const ACCEPTED = [...acceptedExtensions, 'application/pdf', 'image/png', 'image/jpeg'].join(',')

function fieldsFor(file: File, code: string): NewDocument {
  const { category, title, date } = proposeDocument(file.name, code)
  const today = todayInSantiago(serverNow())
  return { category, title, date: date || today, visible_from: today, visible_to_co_holder: true }
}

/** Why a file cannot be published, whatever its fields; how large it may be, the operator decides. */
function fileProblem({ name }: File): string | null {
  return isAcceptedFile(name) ? null : typeRefusal(name).text
}

export function errorsOf(fields: Omit<NewDocument, 'visible_to_co_holder'>) {
  const errors = Object.entries(memberDocumentErrors(fields))
  return Object.fromEntries(errors.map(([name, refusal]) => [name, refusal.text]))
}

interface ChosenProps {
  chosen: Chosen
  isBusy: boolean
  onChange: (fields: Partial<NewDocument>) => void
  onRemove: () => void
}

function ChosenFile({ chosen, isBusy, onChange, onRemove }: ChosenProps) {
  const { file, fields, errors, failure, percent } = chosen
  const name = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders of its own.
    <div className={classes.file} role="group" aria-labelledby={name}>
      <div className={classes.fileHead}>
        <p>
          <strong id={name}>{file.name}</strong>{' '}
          <span className={classes.detail}>{fileSize(file.size)}</span>
        </p>
        <IconButton
          variant="subtle"
          aria-label={`Quitar ${file.name}`}
          disabled={isBusy}
          onClick={onRemove}
        >
          <CrossIcon size={18} />
        </IconButton>
      </div>
      <DocumentFields fields={fields} errors={errors} disabled={isBusy} onChange={onChange} />
      {percent !== null && <Progress value={percent} aria-label={`Enviando ${file.name}`} />}
      {typeof failure === 'string' ? (
        <p className={classes.error} role="alert">
          {failure}
        </p>
      ) : (
        failure
      )}
    </div>
  )
}

interface FieldsProps {
  fields: NewDocument
  errors: Partial<Record<string, string>>
  disabled: boolean
  onChange: (fields: Partial<NewDocument>) => void
}

export function DocumentFields({ fields, errors, disabled, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide ?? ''}
        label="Título"
        value={fields.title}
        maxLength={MAX_DOCUMENT_TITLE}
        disabled={disabled}
        error={errors.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <NativeSelect
        label="Categoría"
        value={fields.category}
        disabled={disabled}
        error={errors.category}
        data={documentCategories.map((value) => ({ value, label: documentCategoryNames[value] }))}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Fecha"
        value={fields.date}
        disabled={disabled}
        error={errors.date}
        onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Visible desde"
        value={fields.visible_from}
        disabled={disabled}
        error={errors.visible_from}
        onChange={({ currentTarget }) => onChange({ visible_from: currentTarget.value })}
      />
      <Checkbox
        className={classes.wide ?? ''}
        label="También lo ve el co-titular o representante con acceso"
        checked={fields.visible_to_co_holder}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ visible_to_co_holder: currentTarget.checked })}
      />
    </div>
  )
}
