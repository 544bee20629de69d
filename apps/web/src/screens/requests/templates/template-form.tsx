import { answerTemplateErrors } from '@carpeta/domain/answer-template-rules'
import { Button, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import {
  type AnswerTemplate,
  type AnswerTemplateFields,
  saveTemplate,
  TEMPLATES,
} from '../../../api/answer-templates.ts'
import { useRefusal } from '../../../session/use-refusal.tsx'
import classes from './templates.module.css'

const fieldNames = ['title', 'body'] as const

const resolver: Resolver<AnswerTemplateFields> = (typed) => {
  const found = answerTemplateErrors(typed)
  if (Object.keys(found).length === 0) return { values: typed, errors: {} }
  const errors = Object.entries(found).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

interface Props {
  /** Null adds one. */
  template: AnswerTemplate | null
  onClose: () => void
}

export function TemplateForm({ template, onClose }: Props) {
  const client = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm<AnswerTemplateFields>({
    defaultValues: { title: template?.title ?? '', body: template?.body ?? '' },
    resolver,
  })
  const { errors, isSubmitting } = formState
  const refused = useRefusal(fieldNames, (name, message) => setError(name, { message }))

  async function save({ title, body }: AnswerTemplateFields) {
    refused.clear()
    try {
      await saveTemplate(template?.id ?? null, { title: title.trim(), body: body.trim() })
      await client.invalidateQueries({ queryKey: [TEMPLATES] })
      onClose()
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        // The dialog may stand within the form of an answer.
        event.stopPropagation()
        void handleSubmit(save)(event)
      }}
    >
      <TextInput
        {...register('title')}
        size="md"
        label="Título"
        description="Así la encuentras en el menú."
        maxLength={200}
        autoFocus
        autoComplete="off"
        error={errors.title?.message}
      />
      <Textarea
        {...register('body')}
        size="md"
        label="Texto"
        rows={8}
        maxLength={5000}
        error={errors.body?.message}
      />
      {refused.notice}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSubmitting}>
          Guardar
        </Button>
        <Button variant="default" onClick={onClose}>
          Volver
        </Button>
      </div>
    </form>
  )
}
