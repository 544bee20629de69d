import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { actionTitles } from './action-titles.ts'

interface Props {
  action: 'remove' | 'restore'
  why: string
  onClose: () => void
}

/** Explains why the action is not possible now. */
export function Refusal({ action, why, onClose }: Props) {
  return (
    <Dialog
      title={actionTitles[action]}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <p>{why}</p>
    </Dialog>
  )
}
