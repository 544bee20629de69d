import { procedureLimits } from '@carpeta/domain/requests/procedure-rules'
import {
  type CatalogueProcedure,
  changeProcedure,
  createProcedure,
  PROCEDURES,
  type ProcedureFields,
} from '../../api/procedure-catalogue.ts'
import { changedFields } from '../../forms/changed-fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import {
  fieldNames,
  fieldsFrom,
  procedureResolver,
  type TypedProcedure,
  typedFrom,
} from './procedure-fields.ts'
import classes from './procedure-form.module.css'
import { RequiredDocuments } from './required-documents.tsx'

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
  const { register, watch, setValue } = form

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
      <RequiredDocuments
        documents={watch('documents')}
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
        isOn={watch('is_active')}
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

function saveProcedure(procedure: CatalogueProcedure | null, fields: ProcedureFields) {
  if (!procedure) return createProcedure(fields)
  return changeProcedure(procedure.id, changedFields(fieldsFrom(typedFrom(procedure)), fields))
}
