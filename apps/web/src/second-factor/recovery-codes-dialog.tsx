import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props {
  codes: string[]
  onSaved: () => void
}

/** Only its button closes it: the codes cannot be shown again. */
export function RecoveryCodesDialog({ codes, onSaved }: Props) {
  return (
    <Dialog
      title="Guarda tus códigos de recuperación"
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={<Button onClick={onSaved}>Ya los guardé</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
