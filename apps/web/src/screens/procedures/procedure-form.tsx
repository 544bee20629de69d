import {
  DEFAULT_ANSWER_HOURS,
  procedureFormErrors,
  procedureLimits,
} from '@carpeta/domain/requests/procedure-rules'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import {
  type CatalogueProcedure,
  changeProcedure,
  createProcedure,
  PROCEDURES,
  type ProcedureFields,
} from '../../api/procedure-catalogue.ts'
import { changedFields } from '../../forms/changed-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import classes from './procedures.module.css'

interface Props {
  /** Null creates a procedure. */
  procedure: CatalogueProcedure | null
  onClose: () => void
}

export function ProcedureForm({ procedure, onClose }: Props) {
  const { form, errors, dialog } = useDialogForm<TypedProcedure>({
    defaultValues: typedFrom(procedure),
    resolver: procedureResolver,
    names: fieldNames,
    resource: PROCEDURES,
    save: (typed) => saveProcedure(procedure, fieldsFrom(typed)),
    onClose,
  })
  const { register, control, setValue } = form
  const [documents, isActive] = useWatch({ control, name: ['documents', 'is_active'] })

  return (
    <FormDialog {...dialog} title={procedure ? 'Editar trámite' : 'Añadir trámite'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        maxLength={procedureLimits.title}
        data-autofocus
        error={errors.title?.message}
      />
      <Textarea
        {...register('description')}
        label="Descripción"
        description="Lo que el socio lee antes de solicitarlo."
        rows={4}
        maxLength={procedureLimits.description}
        error={errors.description?.message}
      />
      <DocumentsField
        documents={documents}
        onChange={(documents) => setValue('documents', documents, { shouldDirty: true })}
        error={errors.documents?.message}
      />
      <TextInput
        {...register('answer_hours')}
        className={classes.hours ?? ''}
        label="Plazo de respuesta"
        description="En horas hábiles, según el horario de atención."
        inputMode="numeric"
        autoComplete="off"
        error={errors.answer_hours?.message}
      />
      <LabelledSwitch
        label="Activo"
        description="Los socios lo ven y pueden solicitarlo."
        isOn={isActive}
        onMove={(isActive) => setValue('is_active', isActive, { shouldDirty: true })}
      />
      {procedure && (
        <p className={classes.note}>
          Las solicitudes que ya se enviaron conservan lo que decía el trámite al enviarlas.
        </p>
      )}
    </FormDialog>
  )
}

interface DocumentsFieldProps {
  documents: TypedDocument[]
  onChange: (documents: TypedDocument[]) => void
  error: ReactNode
}

/** The documents that a member must upload, in order. */
function DocumentsField({ documents, onChange, error }: DocumentsFieldProps) {
  const id = useId()
  const kept = useFocusKept<HTMLFieldSetElement>()
  return (
    <fieldset
      className={classes.procedureFormDocuments}
      aria-describedby={error ? id : undefined}
      {...kept}
    >
      <legend>Documentos requeridos</legend>
      {documents.length === 0 && (
        <p className={classes.note}>Ninguno: el socio tendrá que escribir un comentario.</p>
      )}
      <ol className={classes.list}>
        {documents.map((document, index) => {
          const label = `documento ${index + 1}`
          return (
            <li key={document.key} className={classes.document}>
              <TextInput
                className={classes.name ?? ''}
                aria-label={`Nombre del ${label}`}
                placeholder="Por ejemplo: Cédula de identidad"
                maxLength={procedureLimits.documentName}
                autoComplete="off"
                value={document.name}
                onChange={({ currentTarget }) =>
                  onChange(documents.with(index, { ...document, name: currentTarget.value }))
                }
              />
              <MoveButtons
                name={label}
                index={index}
                count={documents.length}
                onMove={(to) => onChange(documents.toSpliced(index, 1).toSpliced(to, 0, document))}
              />
              <IconButton
                variant="default"
                aria-label={`Quitar ${label}`}
                onClick={() => onChange(documents.toSpliced(index, 1))}
              >
                <TrashIcon size={18} />
              </IconButton>
            </li>
          )
        })}
      </ol>
      {error && (
        <p id={id} className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={16} />}
        disabled={documents.length >= procedureLimits.documents}
        onClick={() => onChange([...documents, newDocument('')])}
      >
        Añadir documento
      </Button>
    </fieldset>
  )
}

function saveProcedure(procedure: CatalogueProcedure | null, fields: ProcedureFields) {
  if (!procedure) return createProcedure(fields)
  const { title, description, documents, answer_hours, is_active } = procedure
  const read = { title, description, documents, answer_hours, is_active }
  return changeProcedure(procedure.id, { ...changedFields(read, fields), as_read: read })
}

/** Names can be empty or repeated, so a key identifies the row. */
interface TypedDocument {
  key: number
  name: string
}

let lastKey = 0

function newDocument(name: string): TypedDocument {
  lastKey += 1
  return { key: lastKey, name }
}

interface TypedProcedure {
  title: string
  description: string
  documents: TypedDocument[]
  answer_hours: string
  is_active: boolean
}

const fieldNames = ['title', 'description', 'documents', 'answer_hours'] as const

function typedFrom(procedure: CatalogueProcedure | null): TypedProcedure {
  return {
    title: procedure?.title ?? '',
    description: procedure?.description ?? '',
    documents: procedure?.documents.map((name) => newDocument(name)) ?? [],
    answer_hours: String(procedure?.answer_hours ?? DEFAULT_ANSWER_HOURS),
    is_active: procedure?.is_active ?? true,
  }
}

function fieldsFrom(typed: TypedProcedure): ProcedureFields {
  return {
    title: typed.title.trim(),
    description: typed.description.trim(),
    documents: typed.documents.map(({ name }) => name.trim()),
    answer_hours: Number(typed.answer_hours),
    is_active: typed.is_active,
  }
}

const procedureResolver = ruleResolver<TypedProcedure>((typed) =>
  procedureFormErrors(fieldsFrom(typed)),
)
