import { useQueryClient } from '@tanstack/react-query'
import { Confirmation } from '../../forms/confirmation.tsx'
import { listTexts } from '../list-texts.ts'

interface Props {
  subject: string
  question?: string
  /** Of the query that lists the row. */
  queryKey: readonly string[]
  remove: () => Promise<void>
  onClose: () => void
}

/** Asks before a row is deleted, and reads the others again. */
export function RemoveRow({
  subject,
  question = listTexts.remove,
  queryKey,
  remove,
  onClose,
}: Props) {
  const client = useQueryClient()
  return (
    <Confirmation
      title="Eliminar"
      subject={subject}
      isDanger
      done={listTexts.removed}
      action={async () => {
        await remove()
        await client.invalidateQueries({ queryKey })
      }}
      onClose={onClose}
    >
      <p>{question}</p>
    </Confirmation>
  )
}
