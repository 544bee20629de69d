import { answerTemplateErrors } from '@carpeta/domain/answer-template-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type AnswerTemplate,
  type AnswerTemplateFields,
  saveTemplate,
  TEMPLATES,
} from '../../../api/answer-templates.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ruleResolver } from '../../../forms/rule-resolver.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Textarea, TextInput } from '../../../ui/fields/inputs.ts'

const names = ['title', 'body'] as const

const resolver = ruleResolver<AnswerTemplateFields>(answerTemplateErrors)

interface Props {
  /** Null creates a template. */
  template: AnswerTemplate | null
  onClose: () => void
}

export function TemplateForm({ template, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm<AnswerTemplateFields>({
    defaultValues: { title: template?.title ?? '', body: template?.body ?? '' },
    resolver,
  })
  const { register, formState } = form
  const { errors } = formState
  const save = useSave({
    form,
    names,
    save: async ({ title, body }) => {
      await saveTemplate(template?.id ?? null, { title: title.trim(), body: body.trim() })
      await client.invalidateQueries({ queryKey: [TEMPLATES] })
      onClose()
    },
  })

  return (
    <FormDialog
      {...save}
      title={template ? 'Editar plantilla' : 'Añadir plantilla'}
      size="lg"
      onClose={onClose}
    >
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
