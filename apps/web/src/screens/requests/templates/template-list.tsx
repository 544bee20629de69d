import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerTemplate, removeTemplate, TEMPLATES } from '../../../api/answer-templates.ts'
import { Confirmation } from '../../../list/confirmation.tsx'
import { listTexts } from '../../../list/list-texts.ts'
import { RowActions } from '../../../list/row-actions.tsx'
import classes from './templates.module.css'

interface Props {
  templates: AnswerTemplate[]
  onEdit: (template: AnswerTemplate) => void
}

export function TemplateList({ templates, onEdit }: Props) {
  const client = useQueryClient()
  const [removed, setRemoved] = useState<AnswerTemplate | null>(null)

  async function remove({ id }: AnswerTemplate) {
    await removeTemplate(id)
    await client.invalidateQueries({ queryKey: [TEMPLATES] })
  }

  return (
    <>
      <ul className={classes.list}>
        {templates.map((template) => (
          <li key={template.id}>
            <div className={classes.words}>
              <p className={classes.title}>{template.title}</p>
              <p className={classes.body}>{template.body}</p>
            </div>
            <RowActions
              acts={['edit', 'remove']}
              subject={template.title}
              onAct={(act) => (act === 'edit' ? onEdit(template) : setRemoved(template))}
            />
          </li>
        ))}
      </ul>
      {removed && (
        <Confirmation
          title="Eliminar"
          question={listTexts.remove}
          subject={removed.title}
          done={listTexts.removed}
          act={() => remove(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  )
}
