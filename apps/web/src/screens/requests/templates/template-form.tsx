import { answerTemplateErrors } from '@carpeta/domain/requests/answer-template-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import {
  type AnswerTemplate,
  type AnswerTemplateFields,
  saveTemplate,
  TEMPLATES,
} from '../../../api/answer-templates.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ruleResolver } from '../../../forms/rule-resolver.ts'
import { useDialogForm } from '../../../forms/use-dialog-form.ts'
import { Textarea, TextInput } from '../../../ui/fields/inputs.ts'

const names = ['title', 'body'] as const

const resolver = ruleResolver<AnswerTemplateFields>(answerTemplateErrors)

interface Props {
  /** Null creates a template. */
  template: AnswerTemplate | null
  onClose: () => void
}

export function TemplateForm({ template, onClose }: Props) {
  const { form, errors, dialog } = useDialogForm<AnswerTemplateFields>({
    defaultValues: { title: template?.title ?? '', body: template?.body ?? '' },
    resolver,
    names,
    resource: TEMPLATES,
    save: ({ title, body }) =>
      saveTemplate(template?.id ?? null, { title: title.trim(), body: body.trim() }),
    onClose,
  })
  const { register } = form

  return (
    <FormDialog {...dialog} title={template ? 'Editar plantilla' : 'Añadir plantilla'} size="lg">
      <TextInput
        {...register('title')}
        label="Título"
        description="Así la encuentras en el menú."
        maxLength={200}
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
