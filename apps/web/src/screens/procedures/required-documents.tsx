import { procedureLimits } from '@carpeta/domain/requests/procedure-rules'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { MoveButtons } from '../../ui/fields/move-buttons.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import { newDocument, type TypedDocument } from './procedure-fields.ts'
import classes from './procedure-form.module.css'

interface Props {
  documents: TypedDocument[]
  onChange: (documents: TypedDocument[]) => void
  error: ReactNode
}

/** The documents that a member must upload, in order. */
export function RequiredDocuments({ documents, onChange, error }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.documents} aria-describedby={error ? id : undefined}>
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
