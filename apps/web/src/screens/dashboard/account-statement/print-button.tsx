import { Button } from '../../../ui/buttons/button.tsx'
import { PrinterIcon } from '../../../ui/icons/icons.tsx'

export function PrintButton() {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<PrinterIcon size={18} />}
      onClick={() => window.print()}
    >
      Imprimir
    </Button>
  )
}
