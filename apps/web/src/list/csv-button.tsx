import { Button } from '../ui/buttons/button.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { usePhone } from '../ui/table/use-cards.ts'

interface Props {
  isBusy: boolean
  onPress: () => void
}

/** Downloads what a list shows. On a phone it stands beside the title, so its first word is only heard. */
export function CsvButton({ isBusy, onPress }: Props) {
  const isPhone = usePhone()
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      loading={isBusy}
      onClick={onPress}
    >
      {isPhone ? <VisuallyHidden>Descargar </VisuallyHidden> : 'Descargar '}CSV
    </Button>
  )
}
