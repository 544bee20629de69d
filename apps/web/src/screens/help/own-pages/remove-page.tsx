import { useQueryClient } from '@tanstack/react-query'
import { HELP_PAGES, type HelpPage, removeHelpPage } from '../../../api/help/help-pages.ts'
import { Confirmation } from '../../../forms/confirmation.tsx'
import { listTexts } from '../../../list/list-texts.ts'

interface Props {
  page: HelpPage
  onClose: () => void
}

export function RemovePage({ page, onClose }: Props) {
  const client = useQueryClient()

  async function remove() {
    await removeHelpPage(page.id)
    await client.invalidateQueries({ queryKey: [HELP_PAGES] })
  }

  return (
    <Confirmation
      title="Eliminar"
      question={listTexts.remove}
      subject={page.title}
      done={listTexts.removed}
      action={remove}
      onClose={onClose}
    />
  )
}
