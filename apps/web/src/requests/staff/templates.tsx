import {
  answerTemplateErrors,
  MAX_TEMPLATE_TITLE,
} from '@carpeta/domain/requests/answer-template-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { RemoveRow } from '../../list/actions/remove-row.tsx'
import { RowActionButtons } from '../../list/actions/row-action-buttons.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Textarea, TextInput } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import {
  type AnswerTemplate,
  type AnswerTemplateFields,
  removeTemplate,
  saveTemplate,
  TEMPLATES,
  templatesQuery,
} from './calls.ts'
import classes from './templates.module.css'

/** The answer templates. */
export function Templates({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<AnswerTemplate | 'new' | null>(null)
  const [removed, setRemoved] = useState<AnswerTemplate | null>(null)
  return (
    <Dialog title="Plantillas de respuesta" onClose={onClose} size="lg">
      <TemplatesBody onEdit={setEdited} onRemove={setRemoved} />
      {edited && (
        <TemplateForm template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed && (
        <RemoveRow
          subject={removed.title}
          queryKey={[TEMPLATES]}
          remove={() => removeTemplate(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Dialog>
  )
}

interface BodyProps {
  onEdit: (template: AnswerTemplate | 'new') => void
  onRemove: (template: AnswerTemplate) => void
}

function TemplatesBody({ onEdit, onRemove }: BodyProps) {
  const { data: templates, error, refetch } = useQuery(templatesQuery)
  if (error && !templates) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <Stack>
      {!templates && <Skeleton height={120} />}
      {templates?.length === 0 && <p>Todavía no hay plantillas. Añade la primera.</p>}
      {templates && templates.length > 0 && (
        <TemplateList templates={templates} onEdit={onEdit} onRemove={onRemove} />
      )}
      <div>
        <Button leftSection={<PlusIcon size={18} />} onClick={() => onEdit('new')}>
          Añadir plantilla
        </Button>
      </div>
    </Stack>
  )
}

interface Props {
  templates: AnswerTemplate[]
  onEdit: (template: AnswerTemplate) => void
  onRemove: (template: AnswerTemplate) => void
}

function TemplateList({ templates, onEdit, onRemove }: Props) {
  return (
    <ul className={classes.list}>
      {templates.map((template) => (
        <li key={template.id}>
          <div className={classes.text}>
            <p className={classes.title}>{template.title}</p>
            <p className={classes.body}>{template.body}</p>
          </div>
          <RowActionButtons
            actions={['edit', 'remove']}
            subject={template.title}
            onAction={(action) => (action === 'edit' ? onEdit(template) : onRemove(template))}
          />
        </li>
      ))}
    </ul>
  )
}

const names = ['title', 'body'] as const

const resolver = ruleResolver<AnswerTemplateFields>(answerTemplateErrors)

interface TemplateFormProps {
  /** Null creates a template. */
  template: AnswerTemplate | null
  onClose: () => void
}

function TemplateForm({ template, onClose }: TemplateFormProps) {
  const { form, errors, dialog } = useDialogForm<AnswerTemplateFields>({
    defaultValues: { title: template?.title ?? '', body: template?.body ?? '' },
    resolver,
    names,
    resource: TEMPLATES,
    save: ({ title, body }) => saveTemplate(template, { title: title.trim(), body: body.trim() }),
    onClose,
  })
  const { register } = form

  return (
    <FormDialog {...dialog} title={template ? 'Editar plantilla' : 'Añadir plantilla'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        description="Así la encuentras en el menú."
        maxLength={MAX_TEMPLATE_TITLE}
        data-autofocus
        autoComplete="off"
        error={errors.title?.message}
      />
      <Textarea
        {...register('body')}
        label="Texto"
        rows={8}
        maxLength={MAX_REQUEST_TEXT}
        error={errors.body?.message}
      />
    </FormDialog>
  )
}
