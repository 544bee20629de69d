import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerTemplate, templatesQuery } from '../../../api/answer-templates.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PlusIcon } from '../../../ui/icons/icons.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { RemoveTemplate } from './remove-template.tsx'
import { TemplateForm } from './template-form.tsx'
import { TemplateList } from './template-list.tsx'

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
      {removed && <RemoveTemplate template={removed} onClose={() => setRemoved(null)} />}
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
