import type { AnswerTemplate } from '../../../api/answer-templates.ts'
import { RowActionButtons } from '../../../list/actions/row-action-buttons.tsx'
import classes from './templates.module.css'

interface Props {
  templates: AnswerTemplate[]
  onEdit: (template: AnswerTemplate) => void
  onRemove: (template: AnswerTemplate) => void
}

export function TemplateList({ templates, onEdit, onRemove }: Props) {
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
