import { useQueryClient } from '@tanstack/react-query'
import { type AnswerTemplate, removeTemplate, TEMPLATES } from '../../../api/answer-templates.ts'
import { Confirmation } from '../../../forms/confirmation.tsx'
import { listTexts } from '../../../list/list-texts.ts'

interface Props {
  template: AnswerTemplate
  onClose: () => void
}

export function RemoveTemplate({ template, onClose }: Props) {
  const client = useQueryClient()

  async function remove() {
    await removeTemplate(template.id)
    await client.invalidateQueries({ queryKey: [TEMPLATES] })
  }

  return (
    <Confirmation
      title="Eliminar"
      question={listTexts.remove}
      subject={template.title}
      done={listTexts.removed}
      action={remove}
      onClose={onClose}
    />
  )
}
