import { procedureLimits } from '@carpeta/domain/procedure-rules'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { type ReactNode, useId } from 'react'
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form'
import { TrashIcon } from '../../ui/file-icons.tsx'
import { PlusIcon } from '../../ui/list-icons.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import type { TypedProcedure } from './procedure-fields.ts'
import classes from './procedure-form.module.css'

interface Props {
  control: Control<TypedProcedure>
  register: UseFormRegister<TypedProcedure>
  error: ReactNode
}

/** What a member must hand in, by name and in this order. */
export function RequiredDocuments({ control, register, error }: Props) {
  const id = useId()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'documents' })
  const isFull = fields.length >= procedureLimits.documents
  return (
    <fieldset className={classes.documents} aria-describedby={error ? id : undefined}>
      <legend>Documentos requeridos</legend>
      {fields.length === 0 && (
        <p className={classes.note}>Ninguno: el socio tendrá que escribir un comentario.</p>
      )}
      <ol className={classes.list}>
        {fields.map((field, index) => {
          const name = `documento ${index + 1}`
          return (
            <li key={field.id} className={classes.document}>
              <TextInput
                {...register(`documents.${index}.name`)}
                className={classes.name ?? ''}
                aria-label={`Nombre del ${name}`}
                placeholder="Por ejemplo: Cédula de identidad"
                maxLength={procedureLimits.documentName}
                autoComplete="off"
              />
              <MoveButtons
                name={name}
                index={index}
                count={fields.length}
                onMove={(to) => move(index, to)}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`Quitar ${name}`}
                onClick={() => remove(index)}
              >
                <TrashIcon size={18} />
              </ActionIcon>
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
        disabled={isFull}
        onClick={() => append({ name: '' })}
      >
        Añadir documento
      </Button>
    </fieldset>
  )
}
