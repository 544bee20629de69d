import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/client/api-error.ts'
import { type Resource, remove, restore } from '../../api/client/resources.ts'
import { Confirmation } from '../../forms/confirmation.tsx'
import type { ListTexts } from '../list-texts.ts'
import { actionTitles } from './action-titles.ts'

interface Props {
  resource: Resource
  action: 'remove' | 'restore'
  id: number
  subject: string
  texts: ListTexts
  onDone: () => void
  onClose: () => void
}

export function RemoveOrRestore({ resource, action, id, subject, texts, onDone, onClose }: Props) {
  const client = useQueryClient()
  const isRemoval = action === 'remove'

  async function perform() {
    try {
      await (isRemoval ? remove(resource, id) : restore(resource, id))
    } catch (error) {
      // Somebody else changed the row: the list is reloaded.
      if (isOutdated(error)) await client.invalidateQueries({ queryKey: [resource] })
      throw error
    }
    onDone()
    await client.invalidateQueries({ queryKey: [resource] })
  }

  return (
    <Confirmation
      title={actionTitles[action]}
      question={isRemoval ? texts.remove : texts.restore}
      subject={subject}
      done={isRemoval ? texts.removed : texts.restored}
      action={perform}
      onClose={onClose}
    />
  )
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}
