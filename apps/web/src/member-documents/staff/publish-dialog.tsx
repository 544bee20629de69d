import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  documentCategories,
  documentCategoryNames,
  MAX_DOCUMENT_TITLE,
  memberDocumentErrors,
  proposeDocument,
} from '@carpeta/domain/member-documents/member-document-rules'
import { isAcceptedFile, typeRefusal } from '@carpeta/domain/requests/document-rules'
import { counted } from '@carpeta/domain/text/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalIn } from '../../api/field-errors.ts'
import { serverNow } from '../../api/server-clock.ts'
import { showErrors } from '../../forms/show-errors.ts'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { DropArea } from '../../uploads/file-chooser.tsx'
import { UploadRow } from '../../uploads/file-row.tsx'
import { type Upload, type UploadQueue, useUploadQueue } from '../../uploads/upload-queue.ts'
import list from '../document-list.module.css'
import { type Holder, type NewDocument, publishDocument, publishedQuery } from './calls.ts'
import classes from './member-documents.module.css'

interface Props {
  code: string
  holder: Holder
  /** Also of one without an account. */
  holder_rut: string
  onClose: () => void
}

type Errors = Partial<Record<string, string>>
type Chosen = Upload<NewDocument>

/** Several files at once, each with the fields that its name proposes; what fails stays to be tried again. */
export function PublishDialog({ code, holder, holder_rut, onClose }: Props) {
  const { queue, uploads } = useUploadQueue<NewDocument>(async ({ file, place }, sending) => {
    await publishDocument({ code, holder, holder_rut }, place, file, sending)
  }, fileProblem)
  /** By file. */
  const [typed, setTyped] = useState<Record<string, Partial<NewDocument>>>({})
  const [errors, setErrors] = useState<Record<string, Errors>>({})
  const [isBusy, setBusy] = useState(false)
  const kept = useFocusKept<HTMLDivElement>()
  const client = useQueryClient()
  const fieldsOf = ({ key, file }: Chosen) => ({ ...fieldsFor(file, code), ...typed[key] })
  // A file that the server refused may be published with other fields.
  const possible = uploads.filter(({ file }) => fileProblem(file) === '')

  async function sendAll() {
    const found = possible.map((each) => [each.key, errorsOf(fieldsOf(each))] as const)
    // The first error may be several screens above the button.
    showErrors(kept.ref.current, () => setErrors(Object.fromEntries(found)))
    if (found.some(([, wrong]) => Object.keys(wrong).length > 0)) return
    setBusy(true)
    for (const each of possible) queue.move(each.key, fieldsOf(each))
    await queue.ended()
    queue.hold()
    showErrors(kept.ref.current, () => setBusy(false))
    await client.invalidateQueries({ queryKey: publishedQuery(code).queryKey })
    if (queue.uploads.length === 0) onClose()
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
          <Button loading={isBusy} disabled={possible.length === 0} onClick={() => void sendAll()}>
            {possible.length > 0
              ? `Publicar ${counted(possible.length, 'documento', 'documentos')}`
              : 'Publicar'}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <div className={classes.publish} {...kept}>
        <DropArea
          label="Archivos"
          isMultiple
          disabled={isBusy}
          onFiles={(files) => queue.add(files, () => null)}
        >
          {(open) => (
            <>
              <Button variant="default" disabled={isBusy} onClick={open}>
                Elegir archivos
              </Button>
              <span className={list.detail}>o arrástralos hasta aquí</span>
            </>
          )}
        </DropArea>
        <p className={list.detail}>
          {holder && `Los verá ${holder.name}, titular de la venta. `}PDF, PNG o JPG. El título, la
          categoría y la fecha se proponen según el nombre del archivo.
        </p>
        <ul className={classes.chosen}>
          {uploads.map((each) => (
            <li key={each.key}>
              <ChosenFile
                queue={queue}
                chosen={each}
                fields={fieldsOf(each)}
                errors={errors[each.key] ?? {}}
                isBusy={isBusy}
                onChange={(changes) =>
                  setTyped({ ...typed, [each.key]: { ...typed[each.key], ...changes } })
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function fieldsFor(file: File, code: string): NewDocument {
  const { category, title, date } = proposeDocument(file.name, code)
  const today = todayInSantiago(serverNow())
  return { category, title, date: date || today, visible_from: today, visible_to_co_holder: true }
}

/** Why a file cannot be published, whatever its fields; how large it may be, the operator decides. */
export function fileProblem({ name }: File): string {
  return isAcceptedFile(name) ? '' : typeRefusal(name).text
}

export function errorsOf(fields: Omit<NewDocument, 'visible_to_co_holder'>) {
  const errors = Object.entries(memberDocumentErrors(fields))
  return Object.fromEntries(errors.map(([name, refusal]) => [name, refusal.text]))
}

interface ChosenProps {
  queue: UploadQueue<NewDocument>
  chosen: Chosen
  fields: NewDocument
  errors: Errors
  isBusy: boolean
  onChange: (fields: Partial<NewDocument>) => void
}

function ChosenFile({ queue, chosen, fields, errors, isBusy, onChange }: ChosenProps) {
  const { file, failure } = chosen
  const { document: problem, ...refused } = refusalIn(failure)?.fields ?? {}
  // The server's reason may be about a field.
  const refusal = problem ?? (failure === undefined ? chosen.refusal : '')
  const isOfField = documentFieldNames.some((name) => refused[name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders of its own.
    <div className={classes.file} role="group" aria-label={file.name}>
      <UploadRow
        queue={queue}
        upload={{ ...chosen, refusal }}
        failure={!isOfField && <RefusedNotice error={failure} />}
      />
      {fileProblem(file) === '' && (
        <DocumentFields
          fields={fields}
          errors={{ ...refused, ...errors }}
          disabled={isBusy}
          onChange={onChange}
        />
      )}
    </div>
  )
}

/** By the server's names. */
export const documentFieldNames = ['title', 'category', 'date', 'visible_from'] as const

interface FieldsProps {
  fields: NewDocument
  errors: Errors
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
      <DateField
        label="Fecha"
        value={fields.date}
        disabled={disabled}
        error={errors.date}
        onChange={({ target }) => onChange({ date: target.value })}
      />
      <DateField
        label="Visible desde"
        value={fields.visible_from}
        disabled={disabled}
        error={errors.visible_from}
        onChange={({ target }) => onChange({ visible_from: target.value })}
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
