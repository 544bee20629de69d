import type { WireDocument } from '@carpeta/contract/requests'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EyeIcon } from '../../../../ui/icons/icons.tsx'
import { usePreview } from './preview-context.ts'

export const buttonIdOf = ({ id }: Pick<WireDocument, 'id'>) => `ver-${id}`

/** Shows the document, or hides it again. */
export function PreviewButton({ document }: { document: WireDocument }) {
  const { opened, open } = usePreview()
  const isOpen = opened === document.id
  return (
    <Button
      id={buttonIdOf(document)}
      variant="default"
      size="xs"
      leftSection={<EyeIcon size={16} />}
      aria-label={`${isOpen ? 'Ocultar' : 'Ver'} ${document.name}`}
      aria-expanded={isOpen}
      onClick={() => open(isOpen ? null : document.id)}
    >
      {isOpen ? 'Ocultar' : 'Ver'}
    </Button>
  )
}
