import { procedureLimits } from '@carpeta/domain/procedure-rules'
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type CatalogueProcedure,
  changeProcedure,
  createProcedure,
  PROCEDURES,
} from '../../api/procedure-catalogue.ts'
import { useRefusal } from '../../session/use-refusal.tsx'
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
  /** Null adds one. */
  procedure: CatalogueProcedure | null
  onClose: () => void
}

export function ProcedureForm({ procedure, onClose }: Props) {
  const client = useQueryClient()
  const { register, watch, setValue, handleSubmit, setError, formState } = useForm<TypedProcedure>({
    defaultValues: typedFrom(procedure),
    resolver: procedureResolver,
  })
  const { errors, isSubmitting } = formState
  const refused = useRefusal(fieldNames, (name, message) => setError(name, { message }))

  async function save(typed: TypedProcedure) {
    refused.clear()
    try {
      const fields = fieldsFrom(typed)
      await (procedure ? changeProcedure(procedure.id, fields) : createProcedure(fields))
      await client.invalidateQueries({ queryKey: [PROCEDURES] })
      onClose()
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit(save)}>
      <TextInput
        size="md"
        {...register('title')}
        label="Título"
        maxLength={procedureLimits.title}
        data-autofocus
        error={errors.title?.message}
      />
      <Textarea
        size="md"
        {...register('description')}
        label="Descripción"
        description="Lo que el socio lee antes de solicitarlo."
        rows={4}
        maxLength={procedureLimits.description}
        error={errors.description?.message}
      />
      <RequiredDocuments
        documents={watch('documents')}
        onChange={(documents) => setValue('documents', documents)}
        error={errors.documents?.message}
      />
      <TextInput
        size="md"
        {...register('answer_hours')}
        className={classes.hours ?? ''}
        label="Plazo de respuesta"
        description="En horas hábiles, según el horario de atención."
        inputMode="numeric"
        autoComplete="off"
        error={errors.answer_hours?.message}
      />
      <Switch
        label="Activo"
        description="Los socios lo ven y pueden solicitarlo."
        checked={watch('is_active')}
        onChange={({ currentTarget }) => setValue('is_active', currentTarget.checked)}
      />
      {procedure && (
        <p className={classes.note}>
          Las solicitudes que ya se enviaron conservan lo que decía el trámite al enviarlas.
        </p>
      )}
      {refused.notice}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSubmitting}>
          Guardar
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
